import type pg from 'pg'
import { hashPassword } from '../../../src/server/session/password.ts'
import { type BenchResult, speedLine, time } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Place } from '../places/contest.ts'
import { productsSetup } from '../seeds/productsSetup.ts'
import { timed } from '../timed.ts'

const password = 'segredo-medido-1'

/** A sign-up (checked, limited, in the history) against one transaction that writes the same rows, with a password hashed as slowly. */
export async function* measureSignUp(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  let signed = 0
  const email = () => {
    signed += 1
    return `medida${signed}@exemplo.com.br`
  }
  const known = await contest.each(async place => {
    const { rows } = await place.client.query<{ id: string }>('SELECT min(id) AS id FROM segmentos')
    const segmentoId = Number(rows[0]?.id)
    const template = await signUp(place, email(), segmentoId)
    return { segmentoId, template, statements: await copiesOf(place.client, template) }
  })
  const turns = await contest.turns(
    place => timed(() => signUp(place, email(), known(place).segmentoId)),
    place => timed(() => writeByHand(place.client, known(place).statements, known(place).template, email())),
    { rounds: 25 },
  )
  const what =
    'Sign-up: user, company, store and what it begins with, checked, limited, in the history, against the same rows by hand, time'
  yield speedLine(what, turns, time, 0.7)
}

let addresses = 0

/** Signs up from an address of its own: limits by address are no part of what is measured. Gives the store's key. */
async function signUp({ server }: Place, email: string, segmentoId: number): Promise<number> {
  addresses += 1
  const reply = await fetch(`${server.address}/api/Lojas/createVisitor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.77.${addresses >> 8}.${addresses & 255}` },
    body: JSON.stringify({
      ...{ nome_contato: 'Ana Souza', email, telefone_contato: '(11) 98765-4321', nome_fantasia: 'Cantina medida' },
      ...{ cpf_cnpj: 'cnpj', cnpj: '12.ABC.345/01DE-35', cep: '01310-100', logradouro: 'Avenida Paulista', bairro: 'Bela Vista' },
      ...{ cidade: 'São Paulo', uf: 'SP', codigo_municipio: '3550308', numero: '100', segmentoId, password, termos: true },
    }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { lojaId: number }).lojaId
}

/** Rows of the store besides itself, and its owner's place in it last: it names the person. */
const tables = ['unidades', 'moedas', 'impostos', 'grupos', 'Loja_moeda_apps', 'parceiros', 'user_lojas', 'user_logs']

/** Columns of a store that name rows of its own, which come after it. */
const defaults = ['impostoPadraoId', 'unidadePadraoId']
const setDefaults = `UPDATE lojas SET "impostoPadraoId" = (SELECT min(id) FROM impostos WHERE "lojaId" = $1),
  "unidadePadraoId" = (SELECT min(id) FROM unidades WHERE "lojaId" = $1) WHERE "lojaId" = $1`

/** A statement of each table that writes the rows which the template has there, for another store and user. */
async function copiesOf(client: pg.Client, template: number): Promise<Readonly<Record<string, string>>> {
  const copies: Record<string, string> = {}
  const given: Readonly<Record<string, string>> = { lojaId: '$2', userId: '$3', adminUserId: '$3', uuid: 'gen_random_uuid()' }
  for (const table of ['lojas', ...tables]) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1
       AND is_generated = 'NEVER' AND NOT column_name = ANY ($2)`,
      [table, ['id', 'createdAt', 'updatedAt', 'parceiroId', ...defaults]],
    )
    const names = rows.map(({ name }) => name).filter(name => table !== 'lojas' || name !== 'lojaId')
    const values = names.map(name => given[name] ?? `t."${name}"`)
    copies[table] =
      `INSERT INTO "${table}" (${names.map(name => `"${name}"`).join(', ')}) SELECT ${values.join(', ')} FROM "${table}" t
       WHERE t."lojaId" = $1 AND $2::bigint IS NOT NULL AND $3::bigint IS NOT NULL RETURNING id`
  }
  const { rows } = await client.query(`SELECT FROM user_logs WHERE "lojaId" = $1`, [template])
  if (rows.length < 5) throw new Error('a sign-up left no history')
  return copies
}

/** Writes the known user, their password, the store, its rows, and the mail. */
async function writeByHand(
  client: pg.Client,
  copies: Readonly<Record<string, string>>,
  template: number,
  email: string,
): Promise<void> {
  const hash = await hashPassword(password)
  const run = (name: string, text: string, values: unknown[]) =>
    client.query<{ id: string }>({ name: `sign-up ${name}`, text, values })
  await client.query('BEGIN')
  await run('known', 'SELECT id FROM users WHERE email = $1', [email])
  const user = await run(
    'user',
    `INSERT INTO users (email, nome, active, block, admin, termos_versao, termos_aceitos_em) VALUES ($1, 'Ana Souza', true, false, false, 'x', now()) RETURNING id`,
    [email],
  )
  const userId = user.rows[0]?.id
  await run('password', 'INSERT INTO system.passwords ("userId", hash) VALUES ($1, $2)', [userId, hash])
  const store = await run('lojas', copies.lojas ?? '', [template, 0, userId])
  for (const table of tables) await run(table, copies[table] ?? '', [template, store.rows[0]?.id, userId])
  await run('defaults', setDefaults, [store.rows[0]?.id])
  await run(
    'mail',
    `INSERT INTO system.queue (id, queue, content, "expiresAt", "dueAt") VALUES (gen_random_uuid(), 'by hand', $1, now() + interval '7 days', 'infinity')`,
    [JSON.stringify({ to: email, subject: 'Bem-vindo', text: 'A loja foi criada' })],
  )
  await client.query('COMMIT')
}
