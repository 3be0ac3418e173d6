def run(context):
    return {"ok": True}
