"""Entry points that nothing opens any more: they rule on the stored inquiries of earlier versions, for ever."""
