"""The director's school: themes, a situation, the decision before the Code's, the correction, the paper."""
