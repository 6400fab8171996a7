import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { crc32 } from 'node:zlib'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { roleTable } from '../roleTable.ts'
import { hashToken } from './sessions.ts'

/** The beginning of every key: people and scanners of code know one by it. */
const keyPrefix = 'rtg_'
/** Addresses that a key may name. */
export const mostAddresses = 20
/** Seconds between two notes that a key was used: not every call writes. */
const noteEvery = 60

const form = /^rtg_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/

/** A key of a program, as a call finds it. */
export interface ApiKey {
  /** The key of its record. */
  readonly id: number
  /** The store that made it. */
  readonly storeId: number
  readonly name: string
  /** The person who made it: it never does more than they may. */
  readonly giverId: number
  /** It holds in every store of which its giver is an owner. */
  readonly company: boolean
  readonly row: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly until: number | undefined
  readonly addresses: BlockList | undefined
  readonly callsPerMinute: number | undefined
}

/** The author that history names for a key: people have positive numbers. */
export const authorOfKey = (id: number): number => -id

/** Makes the text of a new key: 256 random bits, and a checksum by which scanners tell one from what only looks like it. */
export function newKeyText(): string {
  const secret = randomBytes(32).toString('base64url')
  return `${keyPrefix}${secret}${checksum(secret)}`
}

const checksum = (secret: string): string => crc32(secret).toString(16).padStart(8, '0')

/** Tells whether a token has the form of a key, its checksum included: nothing else is looked up as one. */
export const isKeyText = (token: string): boolean => {
  const [, secret = '', sum] = form.exec(token) ?? []
  return sum !== undefined && checksum(secret) === sum
}

/** The part of a key by which people recognise it. */
export const keyHint = (token: string): string => `${token.slice(0, keyPrefix.length + 6)}…${token.slice(-4)}`

/**
 * Finds the key of a token by its hash, so that no comparison tells how much of a guess was right; undefined for one that is unknown, revoked or over. Notes
 * that it was used.
 */
export async function findKey(q: Queries, model: Model, token: string): Promise<ApiKey | undefined> {
  if (!registerOfRole(model, 'apiKeys')) return undefined
  const { rows: found } = await q.query<{ id: string; lojaId: string; giverId: string; company: boolean }>(
    'SELECT id, "lojaId", "giverId", company FROM system.api_keys WHERE hash = $1',
    [hashToken(token)],
  )
  const [known] = found
  if (!known) return undefined
  const table = roleTable(model, 'apiKeys')
  const { rows } = await q.query(
    `SELECT *, "usada_em" IS NULL OR "usada_em" < now() - $3::int * interval '1 second' AS stale FROM ${table}
     WHERE "lojaId" = $1 AND id = $2 AND bloqueada IS NOT TRUE AND (expira_em IS NULL OR expira_em > now())`,
    [known.lojaId, known.id, noteEvery],
  )
  const [row] = rows
  if (!row) return undefined
  if (row.stale === true)
    await q.query(`UPDATE ${table} SET "usada_em" = now() WHERE "lojaId" = $1 AND id = $2`, [known.lojaId, known.id])
  return {
    id: Number(known.id),
    storeId: Number(known.lojaId),
    name: String(row.nome),
    giverId: Number(known.giverId),
    company: known.company && row.todas_lojas === true,
    row,
    until: row.expira_em === null ? undefined : new Date(String(row.expira_em)).getTime(),
    addresses: addressList(row.enderecos),
    callsPerMinute: row.limite_minuto === null ? undefined : Number(row.limite_minuto),
  }
}

/** The lines of a text as addresses and networks (`203.0.113.7`, `2001:db8::/32`); undefined where there are none. A line that is neither lets nobody in. */
function addressList(text: unknown): BlockList | undefined {
  const lines = addressLines(text)
  if (lines.length === 0) return undefined
  const list = new BlockList()
  for (const line of lines) {
    const [address = '', bits] = line.split('/')
    if (!isAddressLine(line)) continue
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return list
}

/** The lines of a text that say something. */
export const addressLines = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split('\n')
        .map(line => line.trim())
        .filter(line => line !== '')
    : []

/** Tells whether a line is an address or a network. */
export function isAddressLine(line: string): boolean {
  const [address = '', bits, more] = line.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Tells whether a call from this address may use the key. */
export function comesFrom({ addresses }: Pick<ApiKey, 'addresses'>, address: string): boolean {
  if (!addresses) return true
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  return family !== 0 && addresses.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** Keeps the hash of a key's text in place of the one before, and gives that one, so that servers forget it. */
export async function keepKey(
  q: Queries,
  key: Pick<ApiKey, 'id' | 'storeId' | 'name' | 'giverId' | 'company'> & { readonly token: string },
): Promise<string | undefined> {
  const { rows } = await q.query<{ hash: string | null }>(
    `WITH before AS (SELECT hash FROM system.api_keys WHERE id = $1), kept AS (
       INSERT INTO system.api_keys AS k (id, "lojaId", name, hash, "giverId", company) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET name = $3, hash = $4, "giverId" = $5, company = $6)
     SELECT hash FROM before`,
    [key.id, key.storeId, key.name, hashToken(key.token), key.giverId, key.company],
  )
  return rows[0]?.hash ?? undefined
}

/** Gives up the text of a key, and gives its hash. What it did keeps its name. */
export async function dropKey(q: Queries, storeId: number, id: number): Promise<string | undefined> {
  const { rows } = await q.query<{ hash: string | null }>(
    `WITH before AS (SELECT hash FROM system.api_keys WHERE id = $2), gone AS (
       UPDATE system.api_keys SET hash = NULL WHERE "lojaId" = $1 AND id = $2)
     SELECT hash FROM before`,
    [storeId, id],
  )
  return rows[0]?.hash ?? undefined
}

/** Gives a key the name that history tells from now on; gives the hash of its text, if it has one. */
export async function renameKey(q: Queries, storeId: number, id: number, name: string): Promise<string | undefined> {
  const { rows } = await q.query<{ hash: string | null }>(
    'UPDATE system.api_keys SET name = $3 WHERE "lojaId" = $1 AND id = $2 RETURNING hash',
    [storeId, id, name],
  )
  return rows[0]?.hash ?? undefined
}

/** The names of keys, also of those that are gone, by the authors that history has for them. */
export async function namesOfKeys(q: Queries, authors: readonly number[]): Promise<Map<number, string>> {
  if (authors.length === 0) return new Map()
  const { rows } = await q.query<{ id: string; name: string }>(
    'SELECT id, name FROM system.key_names WHERE id = ANY ($1::bigint[])',
    [authors.map(author => -author)],
  )
  return new Map(rows.map(({ id, name }) => [authorOfKey(Number(id)), name]))
}

/** Keeps the name that history tells of an author who is neither a person nor a key; gives the author. */
export async function nameAuthor(q: Queries, storeId: number, id: number, name: string): Promise<number> {
  await q.query(
    `INSERT INTO system.api_keys AS k (id, "lojaId", name, hash, "giverId", company) VALUES ($1, $2, $3, NULL, 0, false)
     ON CONFLICT (id) DO UPDATE SET name = $3 WHERE k.name <> $3`,
    [id, storeId, name],
  )
  return authorOfKey(id)
}
