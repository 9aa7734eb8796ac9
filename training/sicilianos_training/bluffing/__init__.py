"""How agents bluff in gang wars, measured on solved wars and in whole games of Sicilianos.

The measures B1 to B10 are defined in `docs` of each function. The holding of a seat has a quantile
q among all holdings that fit the public counts of colours: near 0 rubbish, near 1 the best.
"""
