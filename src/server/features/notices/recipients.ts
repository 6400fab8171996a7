import { gateAllows, type Permission } from '../../../model/access/gate.ts'
import type { Model } from '../../../model/model.ts'
import type { Notice } from '../../../model/views/notice.ts'
import { permissionOf } from '../../access/caller.ts'
import { findMemberships, findStores, findUser, ownerMembershipType, type Store } from '../../access/users.ts'
import type { Queries } from '../../database/queries.ts'
import { roleTable } from '../../roleTable.ts'

/** Somebody who works in a store, with what they may do there. */
export interface StorePerson {
  readonly userId: number
  readonly permission: Permission
}

type Row = Readonly<Record<string, unknown>>

/** Those who may enter a store now, with what they may do there. */
export async function peopleOfStore(q: Queries, model: Model, store: Store): Promise<StorePerson[]> {
  const { rows } = await q.query<{ link: Row; id: string; email: string; admin: boolean | null }>(
    `SELECT to_jsonb(m) AS link, u.id, u.email, u.admin FROM ${roleTable(model, 'memberships')} m JOIN ${roleTable(model, 'users')} u ON u.id = m."userId"
     WHERE m."lojaId" = $1 AND to_jsonb(m)->>'bloqueado' IS DISTINCT FROM 'true' AND u.active IS NOT FALSE AND u.block IS NOT TRUE ORDER BY u.id`,
    [store.id],
  )
  return rows.map(({ link, id, admin }) => {
    const tie = { storeId: store.id, owner: Number(link.type) === ownerMembershipType, row: link }
    const who = { user: { admin: admin === true }, links: [tie], stores: new Map([[store.id, store]]) }
    return { userId: Number(id), permission: permissionOf(model, who, store.id) }
  })
}

/** Permissions of somebody in each of the stores that they work in, by its key; none of any other. */
export async function permissionsOf(q: Queries, model: Model, userId: number): Promise<ReadonlyMap<number, Permission>> {
  const user = await findUser(q, model, userId)
  if (!user || user.shutOut) return new Map()
  const links = await findMemberships(q, model, userId)
  const stores = new Map((await findStores(q, model, [...new Set(links.map(link => link.storeId))])).map(one => [one.id, one]))
  return new Map([...stores.keys()].map(id => [id, permissionOf(model, { user, links, stores }, id)]))
}

/** Tells whether somebody may get a notice. One that tells of no definition is for everybody in the store. */
export const mayGet = (notice: Notice | undefined, permission: Permission | undefined): boolean =>
  permission !== undefined && (notice === undefined || gateAllows(notice.gate, permission))
