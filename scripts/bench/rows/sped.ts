import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { accessKeyDigit } from '../../../src/domain/fiscal/core/keys/accessKey.ts'
import { consumerNote } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { type BenchResult, slownessLine, time } from '../figures.ts'
import type { Bench } from '../places/bench.ts'
import type { Place, Setup } from '../places/contest.ts'
import { timed } from '../timed.ts'
import { watchMemory } from '../watchMemory.ts'

const STORE = 1
const NOTES = 30_000
const PAGE = 500
const setup: Setup = { prepare: client => prepareMonth(client) }

/** The SPED of a month of many consumer notes, against reading their documents and doing nothing with them. */
export async function* measureSped(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(setup)
  const token = await contest.each(place => place.token('dono@demo.com.br'))
  let grown = (): number => 0
  const turns = await contest.turns(
    async (place, turn) => {
      // The first turn is cold.
      if (turn === 1 && place === contest.ours) grown = watchMemory(place.server.pid)
      return timed(() => fetchSped(place, token(place), turn === 0))
    },
    place => timed(() => readBare(place)),
    { rounds: 4 },
  )
  const what = `SPED of ${NOTES.toLocaleString('en-US')} notes, against reading their documents alone (server's memory +${grown()} MB)`
  yield slownessLine(what, turns, time, 1.5)
}

async function prepareMonth(client: Place['client']): Promise<void> {
  const { text } = consumerNote({})
  const key = /Id="NFe(.{44})"/.exec(text)?.[1] ?? ''
  const keys = Array.from({ length: NOTES }, (_, at) => {
    const before = `${key.slice(0, 25)}${String(at + 1).padStart(9, '0')}${key.slice(34, 43)}`
    return `${before}${accessKeyDigit(before)}`
  })
  await client.query(`SET app.store = '*'`)
  await client.query(
    `UPDATE lojas SET cnpj = '12ABC34501DE35', razao_social = 'Padaria da Ana Ltda', uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', cidade = 'São Paulo', codigo_municipio = '3550308', cep = '01001000', regime_tributario = 3, ambiente_fiscal = 1 WHERE id = $1`,
    [STORE],
  )
  await client.query('DELETE FROM "Contador" WHERE "lojaId" = $1', [STORE])
  await client.query(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Medida', '12345678909', '1SP123456', 'medida@x.br', '3550308')`,
    [STORE],
  )
  // The demo's own notes have no documents: they stand in another month.
  await client.query(`UPDATE "NFCes" SET "dhEmi" = "dhEmi" - interval '10 years' WHERE "lojaId" = $1`, [STORE])
  await client.query(
    `WITH notas AS (
       INSERT INTO "NFCes" ("lojaId", serie, "nNF", "chNFe", "dhEmi", "vNF", situacao, ambiente)
       SELECT $1, substr(chave, 23, 3)::int, n, chave, '2026-09-10T12:00:00Z', 10, 'AUTORIZADA', 1 FROM unnest($2::text[]) WITH ORDINALITY k(chave, n)
       RETURNING id, "chNFe")
     INSERT INTO "NFe_transmissaos" ("lojaId", "nfceId", tipo, modelo, ambiente, chave, documento, estado, decidida_em)
     SELECT $1, id, 'NOTA', '65', 1, "chNFe", $3, 'ACEITO', now() FROM notas`,
    [STORE, keys, text],
  )
  await client.query('ANALYZE "NFe_transmissaos", "NFCes"')
}

async function fetchSped({ server }: Place, token: string, checked: boolean): Promise<void> {
  const reply = await fetch(
    `${server.address}/api/Relatorio/sped_fiscal?lojaId=${STORE}&startDate=2026-09-01&endDate=2026-09-30`,
    {
      headers: { authorization: token },
    },
  )
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw new Error(bytes.toString())
  const problems = checked ? checkSped(bytes.toString('latin1')) : []
  if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'))
}

/** The same documents, a page at a time, and nothing done with them. */
async function readBare({ client }: Place): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id::float8 AS id, chave, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND tipo = 'NOTA' AND estado = 'ACEITO' AND id > $2 ORDER BY id LIMIT ${PAGE}`,
      [STORE, last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
  }
}
