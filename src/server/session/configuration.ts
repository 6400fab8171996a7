import type { SessionConfiguration, StoreCard } from '../../api/session.ts'
import { columnOf } from '../../kinds/columns.ts'
import { gateAllows, type Permission } from '../../model/access/gate.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Access } from '../access/access.ts'
import type { AccessProfile } from '../access/caller.ts'
import { isStoreActive, type Store } from '../access/users.ts'

/** The chosen store is the one asked for when the user still may enter it, else their default, else the first. */
export const sessionConfigurationOf = (
  model: Model,
  access: Access,
  who: AccessProfile,
  asked: number | undefined,
): Omit<SessionConfiguration, 'convites' | 'email_confirmado' | 'envia_emails' | 'segundoFatorExigido'> => {
  const stores = [...who.stores.values()]
  const store = (asked === undefined ? undefined : who.stores.get(asked)) ?? who.stores.get(who.defaultStore ?? -1) ?? stores[0]
  const link = who.links.find(each => each.storeId === store?.id)
  const permission = access.permission(who, store?.id ?? null)
  const { admin, owner, flags } = permission
  const { id, email, nome, createdAt } = who.user
  return {
    usuario: { id, email, nome, admin, createdAt, lojas: stores.map(brief) },
    loja: store ? { ...brief(store), ...readable(model, store.row, permission) } : null,
    permissao: {
      id: link ? Number(link.row.id) : null,
      lojaId: store?.id ?? null,
      userId: id,
      type: admin ? 0 : owner ? 1 : 2,
      ADMIN: admin,
      PROPRIETARIO: owner,
      ...flags,
    },
    admin_user: store?.adminUser ?? { active: true, block: false },
    admin_user_active: store ? isStoreActive(store) : true,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const brief = ({ id, row }: Store): StoreCard => ({
  id,
  nome_fantasia: text(row.nome_fantasia) ?? '',
  cnpj: text(row.cnpj),
  fotoUrl: text(row.fotoUrl),
})

/** Returns the part of a store that somebody may see who may not enter it yet. */
export const storeCardOf = ({ id, nome_fantasia, cnpj, fotoUrl }: StoreCard): StoreCard => ({ id, nome_fantasia, cnpj, fotoUrl })

/** A store's row as it travels; secrets, and what somebody may not read, stay out. */
const readable = (
  model: Model,
  row: Readonly<Record<string, unknown>>,
  permission: Permission,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (registerOfRole(model, 'store')?.fields ?? [])
      .filter(field => field.stored && !field.secret && (field.see === undefined || gateAllows(field.see, permission)))
      .map(field => {
        const raw = row[field.name]
        return [field.name, raw === null || raw === undefined ? null : columnOf(field.kind).fromRow(raw, field)]
      }),
  )
