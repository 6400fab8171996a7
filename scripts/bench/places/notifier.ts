/** The account that the store typed at its provider and here. */
export const notifier = { account: 'acc_medida0000000000', password: 'senha-das-notificacoes' }

/** The header by which the provider proves itself. */
export const notifierKey = `Basic ${Buffer.from(`${notifier.account}:${notifier.password}`).toString('base64')}`
