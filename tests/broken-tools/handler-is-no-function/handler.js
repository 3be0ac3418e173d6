export const execute = { ok: true, data: 'Hello!' };
