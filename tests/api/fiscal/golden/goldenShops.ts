import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { vi } from 'vitest'
import { openNfe } from '../../../../src/plugins/nfe/server.ts'
import { openSefaz } from '../../../../src/plugins/sefaz/server.ts'
import { startSimulator } from '../../../../src/plugins/sefaz/simulator/server.ts'
import { openServer, type TestServer } from '../../fixtures/testServer.ts'
import type { GoldenNote, GoldenSale, PartyName, ProfileName, StoreName } from './goldenNote.ts'

/** One server, one simulated authority, and a store of each regime with what it sells and whom it knows. */
export interface GoldenShops {
  readonly server: TestServer
  readonly stores: Readonly<Record<StoreName, GoldenStore>>
  run(text: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Rates as an administrator types them. */
  typeRate(tributo: string, aliquota: number, from: string, more?: object): Promise<void>
  close(): Promise<void>
}

export interface GoldenStore {
  readonly id: number
  get(path: string): Promise<LightMyRequestResponse>
  post(path: string, body: object): Promise<LightMyRequestResponse>
  /** A sale; gives its number. */
  sell(sale: GoldenSale, at: string): Promise<number>
  emit(movimentoId: number): Promise<LightMyRequestResponse>
  readonly parties: Readonly<Record<PartyName, number>>
}

const regimes: Readonly<Record<StoreName, readonly [regime: 1 | 2 | 3 | 4, cnpj: string]>> = {
  normal: [3, '11444777000161'],
  simples: [1, '11222333000181'],
  limit: [2, '45723174000110'],
  mei: [4, '12ABC34501DE35'],
}

/** Tax profiles: CST, rate, reduction, PIS and COFINS, class, CFOP. Those of the Simples have CSOSN. */
const profiles: Readonly<Record<ProfileName, Readonly<Record<string, unknown>>>> = {
  taxed: { icms_cst: '00', icms_alq: 18, ...contributions('01', 1.65, 7.6) },
  // A tenth less, as the constitution has it for 2029 (ADCT, art. 128).
  taxed2029: { icms_cst: '00', icms_alq: 16.2, ...contributions('01', 1.65, 7.6) },
  prepared: {
    ...{ icms_cst: '20', icms_alq: 18, icms_red_bc: 50 },
    ...contributions('01', 1.65, 7.6),
    ibscbs_cclasstrib: '200047',
  },
  prepared2029: {
    ...{ icms_cst: '20', icms_alq: 16.2, icms_red_bc: 50 },
    ...contributions('01', 1.65, 7.6),
    ibscbs_cclasstrib: '200047',
  },
  bottled: { icms_cst: '60', cfop_estadual: '5405', ...contributions('04', 0, 0) },
  fruit: { icms_cst: '40', ...contributions('06', 0, 0), ibscbs_cclasstrib: '200014' },
  outside: { icms_cst: '41', ...contributions('08', 0, 0), ibscbs_cclasstrib: '410999' },
  simples: { icms_cst: '102', ...contributions('49', 0, 0) },
  simplesPrepared: { icms_cst: '102', ...contributions('49', 0, 0), ibscbs_cclasstrib: '200047' },
  sugary: { icms_cst: '60', cfop_estadual: '5405', ...contributions('04', 0, 0), is_cclasstrib: '000001' },
  beyond: { icms_cst: '00', icms_alq: 18, ...contributions('49', 0, 0) },
  simplesBottled: { icms_cst: '500', cfop_estadual: '5405', ...contributions('49', 0, 0) },
}

function contributions(cst: string, pis_alq: number, cofins_alq: number) {
  return { pis_cst: cst, pis_alq, cofins_cst: cst, cofins_alq }
}

interface Party {
  readonly name: string
  readonly taxId: string | null
  readonly ie: string | null
  readonly uf: string
  readonly city: readonly [name: string, code: string | null]
  /** Of somebody abroad: the document, and the country's code. */
  readonly foreign?: readonly [id: string | null, country: string]
}

const cities = { sp: ['São Paulo', '3550308'], rio: ['Rio de Janeiro', '3304557'], bahia: ['Salvador', '2927408'] } as const

const parties: Readonly<Record<PartyName, Party>> = {
  shop: { name: 'Mercado Bom Ltda', taxId: '00000000000191', ie: '110042490114', uf: 'SP', city: cities.sp },
  person: { name: 'Maria da Silva', taxId: '12345678909', ie: null, uf: 'SP', city: cities.sp },
  shopRio: { name: 'Empório Carioca Ltda', taxId: '33000167000101', ie: '77010201', uf: 'RJ', city: cities.rio },
  personRio: { name: 'João de Souza', taxId: '52998224725', ie: null, uf: 'RJ', city: cities.rio },
  shopBahia: { name: 'Armazém Baiano Ltda', taxId: '60746948000112', ie: '12345663', uf: 'BA', city: cities.bahia },
  supplier: { name: 'Atacado Paulista Ltda', taxId: '61186888000193', ie: '110042490114', uf: 'SP', city: cities.sp },
  abroad: {
    ...{ name: 'Panadería del Sur SA', taxId: null, ie: null, uf: 'EX', city: ['Buenos Aires', null] },
    foreign: ['30-71234567-8', '0639'],
  },
  nameless: { name: 'Boulangerie Martin', taxId: null, ie: null, uf: 'EX', city: ['Lyon', null], foreign: [null, '2755'] },
  branch: { name: 'Padaria da Ana Ltda', taxId: '11444777000242', ie: '110042490114', uf: 'SP', city: cities.sp },
}

export async function openGoldenShops(): Promise<GoldenShops> {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'))
  const simulator = await startSimulator({ folder, forgetful: true })
  const root = join(folder, 'root.pem')
  writeFileSync(root, simulator.authority.root)
  const env = { SEFAZ_URL: simulator.address, SEFAZ_ROOT: root }
  const server = await openServer(undefined, { plugins: [openSefaz, openNfe], env })
  const run: GoldenShops['run'] = async (text, params = []) => (await server.context.database.system.query(text, params)).rows
  await run(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Alimentos', 0) ON CONFLICT DO NOTHING`)
  await server.addUser('admin@x.br', { admin: true })
  const opened = { server, run, authority: simulator.authority }
  return {
    server,
    run,
    stores: {
      normal: await openStore(opened, 'normal'),
      simples: await openStore(opened, 'simples'),
      limit: await openStore(opened, 'limit'),
      mei: await openStore(opened, 'mei'),
    },
    async typeRate(tributo, aliquota, vigencia_inicio, more = {}) {
      const body = { tributo, local: 'BR', classe: '', aliquota, vigencia_inicio, fonte: 'Digitada pelo teste', ...more }
      const reply = await server.call(await server.enter('admin@x.br'), 'POST', '/api/aliquotas_ibscbs', body)
      if (reply.statusCode !== 201) throw new Error(reply.body)
    },
    async close() {
      await server.close()
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type Opened = Pick<GoldenShops, 'server' | 'run'> & {
  readonly authority: Awaited<ReturnType<typeof startSimulator>>['authority']
}

async function openStore({ server, run, authority }: Opened, name: StoreName): Promise<GoldenStore> {
  const [regime, cnpj] = regimes[name]
  const id = await server.addStore(`Casa ${name}`)
  const idOf = async (text: string, params: readonly unknown[]): Promise<number> =>
    Number((await run(text, [id, ...params]))[0]?.id)
  await run(
    `UPDATE lojas SET cnpj = $2, razao_social = 'Padaria da Ana Ltda', uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', cidade = 'São Paulo', codigo_municipio = '3550308', cep = '01001000', regime_tributario = $3,
       nfe_cred_sn_alq = 1.25 WHERE "lojaId" = $1`,
    [id, cnpj, regime],
  )
  await run(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Célia Conta', '12345678909', '1SP123456', 'celia@contas.br', '3550308')`,
    [id],
  )
  const email = `${name}@x.br`
  await server.tie(await server.addUser(email), id, { email, type: 1 })
  // A session for each day: none lasts until 2029.
  const sessions = new Map<string, Promise<string>>()
  const token = (): Promise<string> => {
    const day = new Date().toISOString().slice(0, 10)
    const known = sessions.get(day) ?? server.enter(email)
    sessions.set(day, known)
    return known
  }
  const post: GoldenStore['post'] = async (path, body) =>
    server.call(await token(), 'POST', `/api/${path}`, { lojaId: id, ...body })
  // Good from before the first note until long after the last, and on the day of the test.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T12:00:00Z') })
  const file = authority.issueFile({ name: 'Padaria da Ana Ltda', cnpj }, '1234', 40 * 365)
  vi.useRealTimers()
  const certificado = `data:application/x-pkcs12;base64,${Buffer.from(file).toString('base64')}`
  const kept = await post('Sefaz/uploadCertificado', { senha: '1234', certificado })
  if (kept.statusCode !== 200) throw new Error(kept.body)
  const equipment = await idOf(
    `INSERT INTO equipamentos ("lojaId", nome, totem_operacao, nfce_serie, "nfce_nNF") VALUES ($1, 'Caixa 1', 'PDV', 1, 100) RETURNING id`,
    [],
  )
  const unit = await idOf(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'UN') RETURNING id`, [])
  const means = new Map<string, number>()
  for (const code of ['01', '03', '17'])
    means.set(code, await idOf(`INSERT INTO moedas ("lojaId", nome, cod_sat) VALUES ($1, $2, $2) RETURNING id`, [code]))
  const products = new Map<string, number>()
  for (const [at, [profile, taxes]] of Object.entries(profiles).entries()) {
    const values = { nome: profile, cfop_estadual: '5102', ...taxes }
    const names = Object.keys(values)
    const tax = await idOf(
      `INSERT INTO impostos ("lojaId", ${names.join(', ')}) VALUES ($1, ${names.map((_, place) => `$${place + 2}`).join(', ')}) RETURNING id`,
      Object.values(values),
    )
    const product = `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod) VALUES ($1, $2, $3, $4, $5, '21069090', 10) RETURNING id`
    products.set(profile, await idOf(product, [at + 1, profile, unit, tax]))
  }
  const party = async ({ name: razao, taxId, ie, uf, city, foreign }: Party): Promise<number> => {
    const made = await idOf(
      `INSERT INTO parceiros ("lojaId", nome_fantasia, razao_social, cliente, cnpj, ie, id_estrangeiro) VALUES ($1, $2, $2, true, $3, $4, $5) RETURNING id`,
      [razao, taxId, ie, foreign?.[0] ?? null],
    )
    await run(
      `INSERT INTO parceiros_enderecos ("lojaId", "parceirosId", logradouro, numero, bairro, cidade, uf, codigo_municipio, cep, "paisId", ordem)
       VALUES ($1, $2, 'Rua Direita', '7', 'Sé', $3, $4, $5, '01002000', $6, 1)`,
      [id, made, city[0], uf, city[1], foreign?.[1] ?? null],
    )
    return made
  }
  let sales = 0
  return {
    id,
    post,
    get: async path => server.call(await token(), 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${id}`),
    parties: {
      shop: await party(parties.shop),
      person: await party(parties.person),
      shopRio: await party(parties.shopRio),
      personRio: await party(parties.personRio),
      shopBahia: await party(parties.shopBahia),
      supplier: await party(parties.supplier),
      abroad: await party(parties.abroad),
      nameless: await party(parties.nameless),
      branch: await party(parties.branch),
    },
    async sell({ lines, discount = 0, service = 0, paid }, at) {
      sales += 1
      const reply = await post('Movimentos/save', {
        ...{
          equipamentoId: equipment,
          chave: `v${sales}`,
          aberto_em: at,
          recebido_em: at,
          canal_venda: 'LOJA',
          tipo_venda: 'BALCAO',
        },
        produtos: lines.map(([product, qtd, valor_unitario]) => ({
          ...{
            produtoId: products.get(product),
            qtd,
            valor_unitario,
            valor_bruto: Math.floor(qtd * valor_unitario * 100 + 0.5) / 100,
          },
        })),
        ...{ total_desconto: discount, total_servico: service },
        recebimentos: Object.entries(paid).map(([code, valor]) => ({ moedaId: means.get(code), valor })),
      })
      if (!reply.json().id) throw new Error(reply.body)
      return Number(reply.json().id)
    },
    emit: movimentoId => post('Sefaz/emiteNFCe', { movimentoId, equipamentoId: equipment }),
  }
}

export type { GoldenNote }
