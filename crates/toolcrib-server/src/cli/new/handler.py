from toolcrib import ErrorType, ToolError


def execute(context):
    """Runs when the tool is called. The arguments already fit schema.json."""
    words = context.args["text"].split()

    if not words:
        raise ToolError(ErrorType.PERMANENT, "There are no words in the text.")

    return {"ok": True, "data": {"words": len(words)}}
