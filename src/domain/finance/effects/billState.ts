import { add, subtract } from '../../../base/decimal.ts'
import type { Effect } from '../../../server/domain.ts'

/** Paid: no loss, and what was paid is value - discount + interest. Not paid: nothing of the payment stays. */
export const billState: Effect = {
  async before({ before, body }) {
    const bill = { ...before, ...body }
    if (bill.pago !== true && bill.pago !== 'true') {
      Object.assign(body, { pagamento: null, desconto: null, juros: null })
      return { valor_pago: null }
    }
    if (before?.pago !== true) body.perda = false
    const [value, discount, interest] = [bill.valor, bill.desconto, bill.juros].map(amount => Number(amount ?? 0))
    if (![value, discount, interest].every(Number.isFinite)) return undefined
    return { valor_pago: add(subtract(value ?? 0, discount ?? 0), interest ?? 0) }
  },
}
