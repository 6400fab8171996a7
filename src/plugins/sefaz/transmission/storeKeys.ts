import { createPrivateKey, X509Certificate } from 'node:crypto'
import { BoundedMemory } from '../../../base/boundedMemory.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { ApiError, openSecret, type Queries, type RowOf, type Service, tableOf } from '../../../server/plugin.ts'
import { readKeyText, type StoredKey } from '../certificate/storedCertificate.ts'
import type { SigningKey } from '../signature/signDocument.ts'

/** The code of security that a state gave to a store. */
export interface StoreCsc {
  readonly id: string
  readonly secret: string
}

/** With what a store signs, calls and makes QR codes. */
export interface StoreKeys {
  readonly signing: SigningKey
  readonly identity: StoredKey
  readonly csc: StoreCsc | undefined
  /** The state whose authority is asked. */
  readonly state: string
  /** Which certificate it is. */
  readonly fingerprint: string
}

/** A store's certificate and code as they are stored. */
export interface StoredKeys extends RowOf<'lojas', 'uf'> {
  readonly arquivo: string | null
  readonly version: string
  readonly cscId: string | null
  readonly csc: string | null
  readonly expired: boolean
}

/** The services by which keys are opened. */
export type KeyContext = Pick<Service, 'database' | 'dataDir' | 'model'>

/** Opened keys by the store's database and number, as long as certificate and code stay as they are. */
const opened = new WeakMap<Service['database'], BoundedMemory<number, { readonly version: string; readonly keys: StoreKeys }>>()

/** The keys of a store. @throws ApiError where it has no certificate, or one that is out of date */
export const storeKeys = async (q: Queries, lojaId: number, service: KeyContext): Promise<StoreKeys> =>
  openKeys(await readKeys(q, lojaId), lojaId, service)

/** Reads the certificate and the code of a store. */
export async function readKeys(q: Queries, lojaId: number): Promise<StoredKeys | undefined> {
  const { rows } = await q.query<StoredKeys & Record<string, unknown>>(
    `SELECT concat_ws('.', c.id, c.version, l.version) AS version, c.arquivo, l."cscId", l.csc, l.uf, c."validoAte" < now() AS expired
     FROM "Loja_certificados" c JOIN lojas l ON l."lojaId" = c."lojaId" WHERE c."lojaId" = $1 ORDER BY c.id LIMIT 1`,
    [lojaId],
  )
  return rows[0]
}

/** Opens what was read. @throws ApiError where there is no certificate, or one that is out of date */
export function openKeys(row: StoredKeys | undefined, lojaId: number, service: KeyContext): StoreKeys {
  if (!row) throw new ApiError(400, 'certificate.missing')
  if (row.expired) throw new ApiError(400, 'nfce.certificate-expired')
  const known = memoizeByKey(opened, service.database, () => new BoundedMemory("stores' keys", { most: 2000 }))
  const before = known.get(lojaId)
  if (before?.version === row.version) return before.keys
  const keys = open(row, service)
  known.set(lojaId, { version: row.version, keys })
  return keys
}

function open({ arquivo, cscId, csc, uf }: StoredKeys, service: KeyContext): StoreKeys {
  const model = service.model()
  const identity = readKeyText(openSecret(service, tableOf(model, 'Loja_certificados'), 'arquivo', arquivo))
  if (!identity) throw new ApiError(400, 'certificate.missing')
  const secret = openSecret(service, tableOf(model, 'lojas'), 'csc', csc)
  const certificate = new X509Certificate(identity.certificate)
  const hasCode = typeof secret === 'string' && secret !== '' && /^\d{1,6}$/.test(cscId ?? '')
  return {
    identity,
    state: uf ?? '',
    signing: { key: createPrivateKey(identity.key), certificate },
    csc: hasCode ? { id: cscId ?? '', secret } : undefined,
    fingerprint: certificate.fingerprint256,
  }
}
