import type { Effect } from '../../../server/domain.ts'

/** What people write is a number to be voided; only the server makes an invoice out of a sale. */
export const nfceState: Effect = {
  async before({ before }) {
    return before ? undefined : { chNFe: 'INUTILIZACAO', situacao: 'PENDENTE' }
  },
}
