import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import { gateRefusal } from '../access/gateRefusal.ts'
import { ApiError } from '../error.ts'
import { recordFor } from '../features/notices/readers.ts'
import { isActAllowed } from '../query/visibility.ts'
import type { Service } from '../service.ts'
import { requireStore } from '../write/unitOfWork.ts'
import { openPage } from './openPage.ts'
import { isOver } from './visitedRecord.ts'
import { linkKey, visitAddress } from './visitLink.ts'

/** The address of a record's public page, for who may change that record. @throws ApiError 403, 404, and 422 where it would open nothing any more */
export async function visitLinkOf(
  service: Service,
  model: Model,
  caller: Caller,
  { cadastro, id }: { readonly cadastro: string; readonly id: string },
): Promise<string> {
  const lojaId = requireStore(caller)
  const page = await openPage(service, model, cadastro, lojaId)
  const { table, visitors } = page
  const { register } = table
  if (!isActAllowed(register, 'change', caller.rights)) throw gateRefusal(model, register.access.change, caller.rights)
  const record = await service.database.read({ stores: [lojaId] }, q => recordFor(caller, id, table, model, q))
  if (!record) throw new ApiError(404, 'not-found')
  if (isOver(record, page)) throw new ApiError(422, 'visit.over')
  return visitAddress(visitors.page, linkKey(service, page, record.id))
}
