import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileMonthBefore } from '../../../src/domain/accounting/jobs/fileLastMonth.ts'
import { letterLimits } from '../../../src/server/features/mail/letterLimits.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The accountant's files: a month's documents as a zip, made, fetched and mailed; of one store alone. All moments are given. */

let server: TestServer
let post: MailCatcher
const stores = { ours: 0, theirs: 0 }
const tokens = { dona: '', caixa: '', cadastro: '', outra: '' }
const q = () => server.context.database.system

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja <loja@teste.br>' } })
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Bar do Beto')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { pdv_relatorios: true })
  await person('cadastro', stores.ours, { cadastros_ver: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})
beforeEach(async () => {
  await q().query('DELETE FROM "Contador_arquivo"')
  for (const table of ['"NFe_transmissaos"', '"NFCes"', '"NFe_emissaos"', 'nfes']) await q().query(`DELETE FROM ${table}`)
  await q().query('UPDATE lojas SET email_contador = NULL')
  post.mails.length = 0
})

/** A key of that model, month and number; what is in between does not matter here. */
const key = (mes: string, numero: number, modelo = '65'): string =>
  `35${mes.slice(2, 4)}${mes.slice(5)}11444777000161${modelo}001${`${numero}`.padStart(9, '0')}1817822490`
interface Kept {
  readonly tipo?: string
  readonly modelo?: string
  readonly ambiente?: number
  readonly chave: string
  readonly documento: string
  readonly resposta?: string
  readonly estado?: string
  readonly lojaId?: number
  readonly decidida_em?: string
}
const keep = async (of: Kept) => {
  const { owner, id } = await record(of)
  await q().query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "${owner}", tipo, modelo, ambiente, chave, documento, resposta, estado, decidida_em)
     VALUES ($1, $10, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      of.lojaId ?? stores.ours,
      of.tipo ?? 'NOTA',
      of.modelo ?? '65',
      of.ambiente ?? 1,
      of.chave,
      of.documento,
      of.resposta ?? null,
      of.estado ?? 'ACEITO',
      of.decidida_em ?? '2026-10-15T12:00:00Z',
      id,
    ],
  )
}
/** The record that a document is of: issued in the month of its key. */
async function record({
  tipo = 'NOTA',
  modelo = '65',
  ambiente = 1,
  chave,
  documento,
  estado,
  lojaId = stores.ours,
}: Kept): Promise<{ readonly owner: 'nfceId' | 'nfeEmissaoId' | 'nfeId'; readonly id: number | null }> {
  const owner = tipo === 'RECEBIDA' ? 'nfeId' : modelo === '55' ? 'nfeEmissaoId' : 'nfceId'
  if (tipo === 'CANCELAMENTO') {
    const { rows } = await q().query<{ id: number }>(
      `UPDATE "NFCes" SET situacao = 'CANCELADA' WHERE "lojaId" = $1 AND "chNFe" = $2 RETURNING id::float8 AS id`,
      [lojaId, chave],
    )
    return { owner, id: rows[0]?.id ?? null }
  }
  if (tipo !== 'NOTA' && tipo !== 'RECEBIDA') return { owner, id: null }
  const emission = `20${chave.slice(2, 4)}-${chave.slice(4, 6)}-10T12:00:00-03:00`
  const state = estado === 'REJEITADO' ? 'PENDENTE' : 'AUTORIZADA'
  const values = [lojaId, ambiente, chave, Number(chave.slice(25, 34)), emission, /<vNF>(.*)<.vNF>/.exec(documento)?.[1] ?? '0']
  const [table, columns, params] = {
    nfeId: ['nfes', `"xNome", "cStat"`, `'Moinho', $4::int::text`],
    nfeEmissaoId: ['"NFe_emissaos"', 'situacao, modelo, serie', `'${state}', 55, 1`],
    nfceId: ['"NFCes"', 'situacao, serie', `'${state}', 1`],
  }[owner] as [string, string, string]
  const names = {
    nfeId: `"chNFe", "dhEmi", "vNF"`,
    nfeEmissaoId: 'chave, emitida_em, total_nota, numero',
    nfceId: `"chNFe", "dhEmi", "vNF", "nNF"`,
  }[owner]
  const { rows } = await q().query<{ id: number }>(
    `INSERT INTO ${table} ("lojaId", ambiente, ${names}, ${columns}) VALUES ($1, $2, $3, $5, $6${owner === 'nfeId' ? '' : ', $4::int'}, ${params}) RETURNING id::float8 AS id`,
    values,
  )
  return { owner, id: rows[0]?.id ?? null }
}
const note = (value: string): string => `<NFe><infNFe><total><ICMSTot><vNF>${value}</vNF></ICMSTot></total></infNFe></NFe>`
/** A month of everything, and what does not belong to it. */
async function october(): Promise<void> {
  await keep({ chave: key('2026-10', 1), documento: note('10.50'), resposta: '<protNFe/>' })
  await keep({ chave: key('2026-10', 2), documento: note('20.25'), resposta: '<protNFe/>' })
  await keep({ tipo: 'CANCELAMENTO', chave: key('2026-10', 2), documento: '<evento/>', resposta: '<retEvento/>' })
  await keep({ chave: key('2026-10', 3, '55'), modelo: '55', documento: note('1000.00'), resposta: '<protNFe/>' })
  await keep({
    tipo: 'RECEBIDA',
    modelo: '55',
    chave: key('2026-10', 4, '55'),
    documento: `<nfeProc>${note('99.90')}</nfeProc>`,
  })
  await keep({
    tipo: 'INUTILIZACAO',
    chave: '35261144477700016165001000000005000000005',
    documento: '<inutNFe/>',
    resposta: '<retInutNFe/>',
  })
  await keep({ chave: key('2026-10', 6), ambiente: 2, documento: note('7.00'), resposta: '<protNFe/>' })
  await keep({ chave: key('2026-10', 7), documento: note('8.00'), estado: 'REJEITADO' })
  await keep({ chave: key('2026-09', 8), documento: note('9.00'), resposta: '<protNFe/>' })
  await keep({ chave: key('2026-10', 9), documento: note('5.00'), resposta: '<protNFe/>', lojaId: stores.theirs })
  // The first of November in Greenwich is still October where the store is.
  await keep({
    tipo: 'INUTILIZACAO',
    chave: '35261144477700016165001000000010000000010',
    documento: '<inutNFe/>',
    decidida_em: '2026-11-01T02:00:00Z',
  })
}
const make = (anoMesReferencia: string, token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'POST', '/api/Contador_arquivo/gera', { lojaId, anoMesReferencia })
const send = (arquivoId: unknown, token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'POST', '/api/Contador_arquivo/sendEmail', { lojaId, arquivoId })
const fetch = (id: unknown, token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'GET', `/api/Contador_arquivo/download?lojaId=${lojaId}&arquivoId=${id}`)
const list = async (token = tokens.dona, lojaId = stores.ours): Promise<Record<string, unknown>[]> =>
  (
    await server.call(
      token,
      'GET',
      `/api/Contador_arquivo/list?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId } }))}`,
    )
  ).json()
const opened = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]))

test('the file of a month has its documents with their proofs, in folders, and what they add up to', async () => {
  await october()
  const { id } = (await make('2026-10')).json()
  const reply = await fetch(id)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="notas-2026-10.zip"',
  })
  const files = opened(reply.rawPayload)
  const [event] = Object.keys(files).filter(path => path.startsWith('eventos/'))
  expect(Object.keys(files).sort()).toEqual(
    [
      event,
      `homologacao/nfce/${key('2026-10', 6)}.xml`,
      'inutilizacoes/35261144477700016165001000000005000000005.xml',
      'inutilizacoes/35261144477700016165001000000010000000010.xml',
      `nfce/${key('2026-10', 1)}.xml`,
      `nfce/${key('2026-10', 2)}.xml`,
      `nfe/${key('2026-10', 3, '55')}.xml`,
      `recebidas/${key('2026-10', 4, '55')}.xml`,
      'totais.csv',
    ].sort(),
  )
  const namespace = 'xmlns="http://www.portalfiscal.inf.br/nfe"'
  expect(files[`nfce/${key('2026-10', 1)}.xml`]).toBe(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc ${namespace} versao="4.00">${note('10.50')}<protNFe/></nfeProc>`,
  )
  expect(event?.startsWith(`eventos/${key('2026-10', 2)}-cancelamento-`)).toBe(true)
  expect(files[event ?? '']).toContain(`<procEventoNFe ${namespace} versao="1.00"><evento/><retEvento/></procEventoNFe>`)
  expect(files['totais.csv']?.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Documentos;Ambiente;Quantidade;Valor;Sem XML',
    'Cancelamentos;Produção;1;0,00;0',
    'Inutilizações;Produção;2;0,00;0',
    'NF-e emitidas autorizadas;Produção;1;1000,00;0',
    'NF-e recebidas autorizadas;Produção;1;99,90;0',
    'NFC-e autorizadas;Produção;1;10,50;0',
    'NFC-e canceladas;Produção;1;20,25;0',
    'NFC-e autorizadas;Homologação;1;7,00;0',
  ])
})

test('it is mailed to the address of the store, else to the accountant’s, with the zip; without one it says what to do', async () => {
  await october()
  const { id } = (await make('2026-10')).json()
  expect((await send(id)).json().error).toMatchObject({
    statusCode: 422,
    message: 'Preencha o e-mail do contador no perfil da loja, ou o de um contador.',
  })
  await q().query(`INSERT INTO "Contador" ("lojaId", nome, email) VALUES ($1, 'Célia', 'celia@contas.br')`, [stores.ours])
  expect((await send(id)).json()).toEqual({ id, email: 'celia@contas.br' })
  await q().query(`UPDATE lojas SET email_contador = 'fiscal@contas.br' WHERE id = $1`, [stores.ours])
  expect((await send(id)).json()).toEqual({ id, email: 'fiscal@contas.br' })
  await server.context.mailWorker.deliver()
  expect(post.mails.map(({ to }) => to).sort()).toEqual(['celia@contas.br', 'fiscal@contas.br'])
  const mail = post.mails.find(({ to }) => to === 'fiscal@contas.br')
  expect(mail?.text).toContain('Seguem os documentos fiscais da loja Padaria da Ana de 10/2026')
  const encoded = /filename="?notas-2026-10\.zip"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n--/.exec(mail?.raw ?? '')?.[1]
  expect(opened(Buffer.from(encoded ?? '', 'base64'))).toEqual(opened((await fetch(id)).rawPayload))
  expect(await list()).toMatchObject([{ anoMesReferencia: '2026-10', email_enviado: true, erro: null }])
  await q().query('DELETE FROM "Contador"')
})

test('nobody gets a hundred of them: one address has so many letters of a store in a day, whatever sends them', async () => {
  await october()
  const { id } = (await make('2026-10')).json()
  await q().query('DELETE FROM system.letters')
  await q().query(`UPDATE lojas SET email_contador = 'estranho@x.br' WHERE id = $1`, [stores.ours])
  const replies = []
  for (let turn = 0; turn < 10; turn += 1) replies.push(...(await Promise.all(Array.from({ length: 10 }, () => send(id)))))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(letterLimits.pair)
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(100 - letterLimits.pair)
  expect(refused[0]?.json().error.message).toBe(
    `Este endereço já recebeu ${letterLimits.pair} e-mails desta loja nas últimas 24 horas. Tente de novo amanhã.`,
  )
  // Another way of writing the mailbox, and another call.
  await q().query(`UPDATE lojas SET email_contador = 'Estranho+1@x.br' WHERE id = $1`, [stores.ours])
  expect((await send(id)).json().error.code).toBe('letter.pair-limit')
  const invited = await server.call(tokens.dona, 'POST', '/api/users/convidar', { lojaId: stores.ours, email: 'estranho@x.br' })
  expect([invited.statusCode, invited.json().error.code]).toEqual([429, 'letter.pair-limit'])
  expect((await q().query(`SELECT FROM users WHERE email = 'estranho@x.br'`)).rows).toEqual([])
  await q().query(`UPDATE system.letters SET "sentAt" = now() - interval '25 hours'`)
  expect((await send(id)).statusCode).toBe(200)
  await q().query('DELETE FROM system.letters')
  await server.context.mailWorker.deliver()
  expect(post.mails.map(({ to }) => to).filter(to => to === 'estranho@x.br')).toHaveLength(letterLimits.pair)
})

test('one address has so many letters of all stores in a day, and a store writes so many', async () => {
  await october()
  const { id } = (await make('2026-10')).json()
  await q().query(`UPDATE lojas SET email_contador = 'alvo@x.br' WHERE id = $1`, [stores.ours])
  const sentBy = (lojaId: number, to: string, count: number) =>
    q().query(`INSERT INTO system.letters ("lojaId", recipient) SELECT $1, $2 FROM generate_series(1, $3::int)`, [
      lojaId,
      to,
      count,
    ])
  const mailbox = createHash('sha256').update('alvo@x.br').digest('hex')
  await sentBy(stores.theirs, mailbox, letterLimits.recipient)
  const refused = (await send(id)).json().error
  expect([refused.statusCode, refused.code]).toEqual([429, 'letter.recipient-limit'])
  await q().query('DELETE FROM system.letters')
  await sentBy(stores.ours, 'outro', server.context.service.model().limits.quotas.letters?.store ?? 0)
  expect((await send(id)).json().error.code).toBe('letter.store-limit')
  // Administrators give one store more, or less, than the table says.
  const own = (limite: number) =>
    q().query(
      `INSERT INTO loja_cotas (loja, cota, limite) VALUES ($1, 'letters', $2) ON CONFLICT (loja, cota) DO UPDATE SET limite = $2`,
      [stores.ours, limite],
    )
  await own(1000)
  expect((await send(id)).statusCode).toBe(200)
  await server.context.mailWorker.deliver()
  await post.next('alvo@x.br')
  await own(5)
  expect((await send(id)).json().error).toMatchObject({ code: 'letter.store-limit', statusCode: 429 })
  await q().query('DELETE FROM loja_cotas')
  await q().query('DELETE FROM system.letters')
})

test('the first of the month makes and mails that of the last; why it was not sent stands there', async () => {
  await october()
  const run = (lojaId: number, now: string) =>
    fileMonthBefore(
      { ...server.context.service, store: { id: lojaId, row: {}, zone: 'America/Sao_Paulo', adminUser: null } },
      new Date(now),
    )
  await run(stores.ours, '2026-11-01T09:00:00Z')
  expect(await list()).toMatchObject([
    {
      anoMesReferencia: '2026-10',
      email_enviado: false,
      erro: 'Preencha o e-mail do contador no perfil da loja, ou o de um contador.',
    },
  ])
  await q().query(`UPDATE lojas SET email_contador = 'fiscal@contas.br' WHERE id = $1`, [stores.theirs])
  await run(stores.theirs, '2026-11-01T09:00:00Z')
  // Once more, and in a month without documents, nothing happens.
  await run(stores.theirs, '2026-11-01T10:00:00Z')
  await run(stores.theirs, '2026-12-01T09:00:00Z')
  await server.context.mailWorker.deliver()
  expect(post.mails.map(({ to }) => to)).toEqual(['fiscal@contas.br'])
  expect(await list(tokens.outra, stores.theirs)).toMatchObject([
    { anoMesReferencia: '2026-10', email_enviado: true, erro: null },
  ])
})

test('a month is made once, and only one that is a month and has documents', async () => {
  await october()
  expect((await make('2026-10')).statusCode).toBe(200)
  expect((await make('2026-10')).json().error).toMatchObject({
    statusCode: 409,
    message: 'O arquivo deste mês já está na lista.',
  })
  expect((await make('2026-13')).json().error.details).toMatchObject([
    { path: 'anoMesReferencia', message: 'Informe o mês assim: 11/2026, nov/26 ou 2026-11.' },
  ])
  expect((await make('2020-01')).json().error).toMatchObject({
    statusCode: 422,
    message: 'Não há documentos fiscais neste mês.',
  })
})

test('it takes the flag cadastros_ver, and another store has none of it', async () => {
  await october()
  const { id } = (await make('2026-10', tokens.cadastro)).json()
  for (const call of [make('2026-09', tokens.caixa), send(id, tokens.caixa), fetch(id, tokens.caixa)])
    expect((await call).statusCode).toBe(403)
  for (const call of [send(id, tokens.outra, stores.theirs), fetch(id, tokens.outra, stores.theirs)])
    expect((await call).statusCode).toBe(404)
  expect(await list(tokens.outra, stores.theirs)).toEqual([])
})
