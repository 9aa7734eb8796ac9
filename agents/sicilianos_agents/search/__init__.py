"""Search for any game of the registry: worlds resampled from the observation, and playouts in them.

`ismcts` grows a tree of information sets, `flat` weighs the actions at hand alone. Both see an
observation, its mask and a stream; what is hidden is drawn anew for each world (`Game.resample`).
"""
