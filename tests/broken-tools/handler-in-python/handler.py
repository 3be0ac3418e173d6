def execute(context):
    return {"ok": True}
