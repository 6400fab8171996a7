import { createHash, createPrivateKey, createSign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { XmlDocument } from 'libxml2-wasm'
import {
  calculateNote,
  type NoteDocument,
  type NoteHeader,
  supplementNote,
  writeNote,
} from '../../../src/domain/fiscal/core/public.ts'
import { shippedLawFor } from '../../../src/domain/fiscal/public.ts'
import { chooseSchema } from '../../../src/plugins/sefaz/schema/schemaPackages.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type SigningKey, signDocument } from '../../../src/plugins/sefaz/signature/signDocument.ts'
import { parseXml } from '../../../src/plugins/sefaz/xml/parseXml.ts'
import { childElements } from '../../../src/plugins/sefaz/xml/readElement.ts'
import { type BenchResult, plainLine, rateOf, slownessLine, speedLine, time } from '../figures.ts'
import { type BenchAuthority, startAuthority } from '../places/authority.ts'
import type { Bench } from '../places/bench.ts'
import type { Contest, Place, Setup } from '../places/contest.ts'
import { scratchFolder } from '../places/scratchFolder.ts'
import { median } from '../statistics.ts'
import { type Turns, takeTurns } from '../turns.ts'

/** Calls under way at once, as of so many counters. */
const CALLS = 4
/** Notes of a turn. */
const NOTES = 60
/** Notes that wait for the authority. */
const WAITING = 400
const STORE = 1
const cnpj = '11444777000161'
const holder = { name: 'Padaria da Ana Ltda', cnpj }
const notes = rateOf('notes')

/** Consumer notes and signatures, against a script that does nothing else, at one simulated authority. */
export async function* measureFiscal(bench: Bench): AsyncGenerator<BenchResult> {
  const folder = await scratchFolder()
  const authority = await startAuthority(folder.path)
  try {
    const env = { SEFAZ_URL: authority.address, SEFAZ_ROOT: authority.root }
    const setup: Setup = { prepare: prepareStore, env: async () => env }
    const contest = await bench.contest(setup)
    const shop = await contest.each(place => openShop(place, authority))
    const turns = await measureNotes(contest, shop, authority)
    const what = 'NFC-e from the call to authorised and stored, against a script that signs, validates and posts, same authority'
    yield speedLine(what, turns, notes, 0.7)
    yield await measureOutage(contest, shop, authority, median(turns.ours))
    // The signature is of this version's code.
    if (!contest.rival) yield await measureSigning(authority)
  } finally {
    await authority.end()
    await folder.remove()
  }
}

/** The demo's first store as one that may issue. */
async function prepareStore(client: Place['client']): Promise<void> {
  await client.query(`SET app.store = '*'`)
  await client.query(
    `UPDATE lojas SET cnpj = $2, razao_social = $3, uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', cidade = 'São Paulo', codigo_municipio = '3550308', cep = '01001000', regime_tributario = 1 WHERE id = $1`,
    [STORE, cnpj, holder.name],
  )
}

/** Notes a second: ours from the call to authorised and stored; theirs signed, validated and posted. */
async function measureNotes(contest: Contest, shop: (place: Place) => Shop, authority: BenchAuthority): Promise<Turns<number>> {
  const bare = openBare(authority)
  const turns = await contest.turns(
    async place => {
      const { sell, emit } = shop(place)
      return perSecond(await sell(NOTES), sale => emit(sale))
    },
    () => perSecond(bare.write(NOTES), bare.send),
    { rounds: 5 },
  )
  bare.close()
  return turns
}

/** Notes a second that leave once the authority is back, after many were issued offline: against the rate of notes that did not wait. */
async function measureOutage(
  contest: Contest,
  shop: (place: Place) => Shop,
  authority: BenchAuthority,
  usual: number,
): Promise<BenchResult> {
  const turns = await contest.solo(
    async place => {
      const choose = (offline: boolean): Promise<unknown> =>
        place.client.query('UPDATE lojas SET nfce_contingencia = $2 WHERE id = $1', [STORE, offline])
      const { sell, emit, hasPending } = shop(place)
      const sales = await sell(WAITING)
      authority.silence(true)
      await choose(true)
      await perSecond(sales, sale => emit(sale, 'PENDENTE'))
      await choose(false)
      authority.silence(false)
      const started = performance.now()
      while (await hasPending()) await pause(50)
      return (WAITING * 1000) / (performance.now() - started)
    },
    { rounds: 1, warm: 0 },
  )
  const what = `NFC-e sent after an outage, ${WAITING} of them`
  if (contest.rival) return plainLine(what, turns, notes)
  return speedLine(`${what}, against those that did not wait`, { ...turns, other: [usual] }, notes, 0.8)
}

/** Each counter works off its own, one after the other: what two of them do at once is never of one equipment. */
async function perSecond<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<number> {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CALLS }, async (_, counter) => {
      for (const one of all.filter((__, at) => at % CALLS === counter)) await work(one)
    }),
  )
  return (all.length * 1000) / (performance.now() - started)
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** The store at our server: sales that are paid, and their notes. */
async function openShop(place: Place, authority: BenchAuthority) {
  const token = await place.token('dono@demo.com.br')
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${place.server.address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ lojaId: STORE, ...body }),
    })
    const answer = (await reply.json()) as Record<string, unknown>
    if (!reply.ok) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
    return answer
  }
  const file = Buffer.from(authority.certificates.issueFile(holder, '1234')).toString('base64')
  await post('Sefaz/uploadCertificado', { senha: '1234', certificado: `data:application/x-pkcs12;base64,${file}` })
  const idOf = async (text: string): Promise<number> =>
    Number((await place.client.query<{ id: string }>(text, [STORE])).rows[0]?.id)
  // A counter each: the numbers of one are taken one after the other.
  const equipment: number[] = []
  for (let at = 1; at <= CALLS; at += 1)
    equipment.push(
      await idOf(
        `INSERT INTO equipamentos ("lojaId", nome, totem_operacao, nfce_serie, "nfce_nNF") VALUES ($1, 'Medido ${at}', 'PDV', ${100 + at}, 0) RETURNING id`,
      ),
    )
  const currency = await idOf(`INSERT INTO moedas ("lojaId", nome, cod_sat) VALUES ($1, 'Medida', '01') RETURNING id`)
  const tax = await idOf(
    `INSERT INTO impostos ("lojaId", nome, icms_cst, icms_alq, pis_cst, cofins_cst, cfop_estadual) VALUES ($1, 'Medido', '102', 0, '49', '49', '5102') RETURNING id`,
  )
  const product = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
     SELECT $1, 999999, 'Pão na chapa', (SELECT min(id) FROM unidades WHERE "lojaId" = $1), ${tax}, (SELECT min(id) FROM ncms WHERE length(id) = 8), 9.9 RETURNING id`,
  )
  let sold = 0
  return {
    async sell(count: number): Promise<{ movimentoId: number; equipamentoId: number }[]> {
      const sales: { movimentoId: number; equipamentoId: number }[] = []
      await perSecond(
        Array.from({ length: count }, (_, at) => at),
        async at => {
          const equipamentoId = equipment[at % CALLS] ?? 0
          sold += 1
          const { id } = await post('Movimentos/save', {
            equipamentoId,
            chave: `medida-${sold}`,
            aberto_em: '2026-03-10T12:00:00-03:00',
            recebido_em: '2026-03-10T12:46:00-03:00',
            canal_venda: 'LOJA',
            tipo_venda: 'BALCAO',
            produtos: Array.from({ length: 3 }, () => ({ produtoId: product, qtd: 2, valor_unitario: 9.9, valor_bruto: 19.8 })),
            recebimentos: [{ moedaId: currency, valor: 59.4 }],
          })
          sales[at] = { movimentoId: Number(id), equipamentoId }
        },
      )
      return sales
    },
    async emit(sale: { movimentoId: number; equipamentoId: number }, expected = 'AUTORIZADA'): Promise<void> {
      const { situacao } = await post('Sefaz/emiteNFCe', sale)
      if (situacao !== expected) throw new Error(`The note is ${situacao} where ${expected} was expected`)
    },
    async hasPending(): Promise<boolean> {
      const { rows } = await place.client.query(
        `SELECT 1 FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND estado = 'PENDENTE' LIMIT 1`,
        [STORE],
      )
      return rows.length > 0
    },
  }
}

const header: NoteHeader = {
  emitida_em: '2026-11-23',
  uf_emitente: 'SP',
  uf_destinatario: 'SP',
  consumidor: true,
  identificador_ie_dest: 9,
  pis_cofins_sem_icms: false,
  regime: 1,
}

/** A consumer note of so many items. */
function noteOf(numero: number, items: number): { text: string; key: string } {
  const itens = Array.from({ length: items }, () => ({
    quantidade: 2,
    valor_unitario: 9.9,
    icms_cst: '102',
    pis_cst: '49',
    cofins_cst: '49',
  }))
  const calculo = calculateNote(header, itens, shippedLawFor(header))
  const note: NoteDocument = {
    modelo: '65',
    ambiente: 2,
    cnf: '81782249',
    serie: 900,
    numero,
    emitida_em: `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`,
    natureza_operacao: 'VENDA',
    tipo_doc: 1,
    identificador_operacao: 1,
    finalidade: 1,
    presenca: 1,
    tipo_emissao: 1,
    modo_frete: 9,
    emitente: {
      cnpj,
      razao_social: holder.name,
      inscricao_estadual: '110042490114',
      endereco: {
        logradouro: 'Rua das Flores',
        numero: '10',
        bairro: 'Centro',
        codigo_municipio: '3550308',
        cidade: 'São Paulo',
        uf: 'SP',
        cep: '01001000',
      },
    },
    produtos: itens.map((_, at) => ({
      codigo: `${at}`,
      descricao: 'Pão na chapa',
      ncm: '21069090',
      cfop: '5102',
      unidade: 'UN',
    })),
    header,
    itens,
    calculo,
    law: shippedLawFor(header),
    pagamentos: [{ meio: '01', valor: calculo.totals.total_nota }],
    programa: 'Medida',
  }
  const { text, key } = writeNote(note)
  const place = 'https://www.homologacao.nfce.fazenda.sp.gov.br'
  return { key, text: supplementNote(text, `${place}/qrcode?p=${key}|3|2`, `${place}/consulta`) }
}

function signerOf({ certificates }: BenchAuthority): SigningKey & { readonly pem: { key: string; certificate: string } } {
  const pem = certificates.issue(holder)
  return { pem, key: createPrivateKey(pem.key), certificate: new X509Certificate(pem.certificate) }
}

const schema = chooseSchema('NFe', { tpAmb: '2', issued: undefined })

function validate(schemas: SchemaValidator, document: XmlDocument): void {
  const problems = schema ? schemas.validate(document, schema) : ['no schema']
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** A script that only signs, validates and posts: no session, no permissions, no database. */
function openBare(authority: BenchAuthority) {
  const { pem, ...signing } = signerOf(authority)
  const schemas = new SchemaValidator()
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CALLS,
    key: pem.key,
    cert: pem.certificate,
    ca: readFileSync(authority.root, 'utf8'),
  })
  const namespace = 'http://www.portalfiscal.inf.br/nfe'
  const post = (message: string): Promise<string> => {
    const body = `<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body><nfeDadosMsg xmlns="${namespace}/wsdl/NFeAutorizacao4">${message}</nfeDadosMsg></soap12:Body></soap12:Envelope>`
    return new Promise((done, fail) => {
      const call = request(`${authority.address}/2/SP/NFeAutorizacao4`, { method: 'POST', agent }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk)).on('end', () => done(Buffer.concat(chunks).toString('utf8')))
      })
      call.on('error', fail).end(body)
    })
  }
  let numero = 0
  return {
    write: (count: number): string[] => Array.from({ length: count }, () => noteOf(++numero, 3).text),
    async send(text: string): Promise<void> {
      const signed = signDocument(text, signing)
      const document = parseXml(signed)
      validate(schemas, document)
      document.dispose()
      const answer = await post(
        `<enviNFe xmlns="${namespace}" versao="4.00"><idLote>1</idLote><indSinc>1</indSinc>${signed}</enviNFe>`,
      )
      if (!answer.includes('<cStat>100<')) throw new Error(`The bare note was not authorised: ${answer}`)
    },
    close(): void {
      agent.destroy()
      schemas[Symbol.dispose]()
    },
  }
}

/** Signing and validating a note of 20 items, against its canonical form, its digest and the RSA signature alone. */
async function measureSigning(authority: BenchAuthority): Promise<BenchResult> {
  const signing = signerOf(authority)
  const schemas = new SchemaValidator()
  const { text } = noteOf(1, 20)
  const ours = (): unknown => signDocument(text, signing, document => validate(schemas, document))
  const bare = (): void => {
    const document = parseXml(text)
    const [signed] = [...childElements(document.root)]
    const digest = createHash('sha1')
      .update(signed?.canonicalizeToString() ?? '')
      .digest('base64')
    createSign('RSA-SHA1').update(`<SignedInfo>${digest}</SignedInfo>`).sign(signing.key, 'base64')
    document.dispose()
  }
  const timeOf = async (work: () => unknown): Promise<number> => {
    const started = performance.now()
    for (let at = 0; at < 20; at += 1) work()
    return (performance.now() - started) / 20
  }
  const turns = await takeTurns(
    () => timeOf(ours),
    () => timeOf(bare),
    { rounds: 10, warm: 2 },
  )
  schemas[Symbol.dispose]()
  const what = 'Signing and validating a note of 20 items, against canonical form, digest and RSA alone, time'
  return slownessLine(what, turns, time, 1.5)
}
