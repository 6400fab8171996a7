import type { Effect } from '../../../server/domain.ts'

/** Without an acquirer there is neither a fee nor a wait: both go back to 0. */
export const currencyFees: Effect = {
  async before({ before, body }) {
    const { moedaAdquirenteId } = { ...before, ...body }
    if (moedaAdquirenteId === undefined || moedaAdquirenteId === null || moedaAdquirenteId === '')
      Object.assign(body, { taxa: 0, dias: 0 })
    return undefined
  },
}
