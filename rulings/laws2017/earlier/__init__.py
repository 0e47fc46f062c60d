"""Entry points that no duty or page opens any more. They rule on the stored inquiries of earlier versions, for ever."""
