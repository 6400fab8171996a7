import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { consumerNote } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { type BenchEnvironment, openBenchEnvironment } from '../environment.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { median } from '../statistics.ts'
import { timed } from '../timed.ts'
import { watchMemory } from '../watchMemory.ts'

const STORE = 1
const NOTES = 30_000
const PAGE = 500
const TURNS = 4

/** The SPED of a month of many consumer notes, against reading their documents and doing nothing with them. */
export async function measureSped(say: (text: string) => void): Promise<BenchResult[]> {
  say('sped')
  const place = await openBenchEnvironment(prepareMonth)
  try {
    const token = await place.token('dono@demo.com.br')
    const ours: number[] = []
    const bare: number[] = []
    let grown = (): number => 0
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const times = [await timed(() => fetchSped(place, token, turn === 0)), await timed(() => readBare(place))] as const
      // The first turn is cold on both sides.
      if (turn === 0) {
        grown = watchMemory(place.ours.pid)
        continue
      }
      ours.push(times[0])
      bare.push(times[1])
    }
    const memory = grown()
    return [
      {
        what: `SPED of ${NOTES.toLocaleString('en-US')} notes, against reading their documents alone (server's memory +${memory} MB)`,
        ours: milliseconds(median(ours)),
        baseline: milliseconds(median(bare)),
        ratio: median(ours.map((time, at) => time / (bare[at] ?? Number.NaN))),
        bar: { most: 1.5 },
      },
    ]
  } finally {
    await place.close()
  }
}

async function prepareMonth(client: BenchEnvironment['client']): Promise<void> {
  const { text } = consumerNote({})
  const key = /Id="NFe(.{44})"/.exec(text)?.[1] ?? ''
  await client.query(`SET app.store = '*'`)
  await client.query(
    `UPDATE lojas SET cnpj = '11444777000161', razao_social = 'Padaria da Ana Ltda', uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', cidade = 'São Paulo', codigo_municipio = '3550308', cep = '01001000', regime_tributario = 3, ambiente_fiscal = 1 WHERE id = $1`,
    [STORE],
  )
  await client.query('DELETE FROM "Contador" WHERE "lojaId" = $1', [STORE])
  await client.query(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Medida', '12345678909', '1SP123456', 'medida@x.br', '3550308')`,
    [STORE],
  )
  await client.query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", tipo, modelo, ambiente, chave, documento, estado, decidida_em)
     SELECT $1, 'NOTA', '65', 1, substr($2, 1, 25) || lpad(n::text, 9, '0') || substr($2, 35), $3, 'ACEITO', now() FROM generate_series(1, ${NOTES}) n`,
    [STORE, key, text],
  )
  await client.query('ANALYZE "NFe_transmissaos"')
}

async function fetchSped(place: BenchEnvironment, token: string, checked: boolean): Promise<void> {
  const reply = await fetch(
    `${place.ours.address}/api/Relatorio/sped_fiscal?lojaId=${STORE}&startDate=2026-09-01&endDate=2026-09-30`,
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
async function readBare({ client }: BenchEnvironment): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id::float8 AS id, chave, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND tipo = 'NOTA' AND estado = 'ACEITO' AND id > $2 ORDER BY id LIMIT ${PAGE}`,
      [STORE, last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
  }
}
