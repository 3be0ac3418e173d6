export async function execute(context) {
  const { payee, amount, currency } = context.args;
  console.log(`pays ${amount} ${currency}`);
  return { ok: true, data: { paid: amount, currency, payee } };
}
