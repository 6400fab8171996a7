import { mutate } from 'swr'
import type { UndoReply } from '../../api/activity.ts'
import { call } from './api.ts'
import { storeId } from './identity.ts'

/** Name of a new action, a uuid. `randomUUID` is absent on plain http addresses of a local network. */
export function newActionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Takes a saved action back, in the store that is open or in another; what is on screen is read again, since any register may have been touched. */
export async function requestUndo(action: string, shop = storeId()): Promise<UndoReply> {
  const body = shop === undefined ? {} : { lojaId: shop }
  const { data } = await call<UndoReply>('POST', `atividade/${action}/desfazer`, { body })
  await mutate(key => Array.isArray(key) && (key[0] === 'rows' || key[0] === 'record'))
  return data
}
