import { type DataRow, lockRecords, tableOf, type UnitOfWork } from '../../../server/domain.ts'

/** Holds an order with its lists until the transaction ends; undefined where the store has none. It holds its notes too: whoever wants both begins with it. */
export const lockOrder = async (id: unknown, work: UnitOfWork): Promise<DataRow | undefined> =>
  (await lockRecords<DataRow>(tableOf(work.model, 'pedidos'), [id], work, 'all'))[0]
