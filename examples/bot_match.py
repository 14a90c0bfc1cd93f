"""A bot of your own against one of ours."""

import rightbower as rb


def shy(view: rb.View) -> rb.Action:
    passes = [act for act in view.legal if isinstance(act, rb.Pass | rb.TurnDown)]
    return passes[0] if passes else rb.player("club")(view)


print(rb.match("club", shy, deals=200))
