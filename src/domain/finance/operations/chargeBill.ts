import { ApiError, inputOfStore, type NumbersOf, operation, requireStore } from '../../../server/domain.ts'
import { chargeByPix, shownCharge } from '../pix/chargeByPix.ts'

interface Bill extends NumbersOf<'Conta', 'valor'> {
  readonly open: boolean
}

const BILL = `SELECT valor::float8 AS valor, tipo = 'RECEBER' AND pago IS NOT TRUE AND perda IS NOT TRUE AS open
  FROM "Conta" WHERE "lojaId" = $1 AND id = $2`

/** The Pix of a bill that a store has yet to receive: what is paid, lost or owed by the store itself has none. */
export const chargeBill = operation({
  method: 'GET',
  path: 'Conta/pix',
  title: 'Pix (BR Code estático) de uma conta a receber em aberto',
  gate: 'contas_ver',
  input: inputOfStore({ id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } }),
  output: { type: 'object', properties: shownCharge, required: ['codigo', 'valor', 'nome'] },
  messages: ['not-found', 'bill.pix-closed', 'pix.key-invalid'],
  async run({ caller, input: { id }, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const [bill] = (await q.query<Bill>(BILL, [lojaId, id])).rows
      if (!bill) throw new ApiError(404, 'not-found')
      if (!bill.open) throw new ApiError(422, 'bill.pix-closed')
      return chargeByPix(q, { lojaId, amount: bill.valor, reference: `CONTA${id}` })
    })
  },
})
