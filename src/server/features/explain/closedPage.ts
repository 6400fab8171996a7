import type { OwnAccessReply } from '../../../api/explain.ts'
import { gateAllows, type Permission } from '../../../model/access/gate.ts'
import type { Model } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import { askFor } from './askFor.ts'
import { type OpenedScreen, screenAt } from './screenAt.ts'
import { whyClosed } from './whyClosed.ts'

const none: OwnAccessReply = { fechada: null, motivo: null, pedir: null }

/** Tells of a page that is closed to somebody what opens it; of one that is open, is none, or is no owner's, nothing. */
export function closedPage(address: string, permission: Permission, model: Model): OwnAccessReply {
  const opened = pageAt(address, model)
  if (!opened) return none
  const { title, gate, register, creates } = opened
  const seen = gate !== undefined && gateAllows(gate, permission)
  const wanted = seen && creates ? register?.access.create : gate
  if (wanted === undefined || gateAllows(wanted, permission) || !gateAllows(wanted, ownerOfAll(model))) return none
  return { fechada: title, motivo: whyClosed(wanted, permission, model).motivo, pedir: askFor(wanted, permission, model) ?? null }
}

function pageAt(address: string, model: Model): OpenedScreen | undefined {
  try {
    return screenAt(address, model)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The most that somebody of a shop may do: a page that stays closed is the platform's. */
const ownerOfAll = ({ flags, features }: Model): Permission => ({
  admin: false,
  owner: true,
  logged: true,
  flags: Object.fromEntries(flags.map(({ name }) => [name, true])),
  store: Object.fromEntries(features.map(feature => [feature, true])),
})
