import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, invoiceItem, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** NF-e are issued once, whatever happens on the way; what is missing is told in words. */

let shop: InvoiceShop
const schemas = new SchemaValidator()
beforeAll(async () => {
  shop = await openInvoiceShop()
}, 60_000)
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})
afterEach(() => shop.simulator.set({ faults: [], pause: null, contingency: '114' }))

const xml = (nfeId: unknown, more = '') => shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${nfeId}${more}`)
const known = (key: unknown) => shop.simulator.ledgers[2].note(String(key))

test('a note of adjustment tells taxes alone: without quantity, value and payment', async () => {
  const { id } = await shop.draft({
    ...{ finalidade: 3, natureza_operacao: 'AJUSTE DE ICMS', calculo_manual: true },
    ...{
      itens: [invoiceItem({ quantidade: 0, valor_unitario: 0, icms_cst: '900', icms_bc: 68.56, icms_alq: 18, icms_v: 12.34 })],
    },
    ...{ pagamentos: [{ tipo: 90, valor: 0 }] },
  })
  const reply = await shop.issue(id)
  expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
  const { body } = await xml(id)
  for (const said of ['<finNFe>3</finNFe>', '<vICMS>12.34</vICMS>', '<vNF>0.00</vNF>']) expect(body).toContain(said)
  expect(checkFile(schemas, 'nota.xml', Buffer.from(body))).toMatchObject({ schema: { problems: [] } })
})

test('a note without a value in the regular regime is told a class without IBS and CBS, and issued with it', async () => {
  const regime = (crt: number) => shop.run('UPDATE lojas SET regime_tributario = $2 WHERE "lojaId" = $1', [shop.store, crt])
  const adjust = (ibscbs_cclasstrib: string) =>
    shop.draft({
      ...{ finalidade: 3, calculo_manual: true, pagamentos: [{ tipo: 90, valor: 0 }] },
      itens: [
        invoiceItem({
          ...{ quantidade: 0, valor_unitario: 0, icms_cst: '90', icms_bc: 68.56, icms_alq: 18, icms_v: 12.34 },
          ibscbs_cclasstrib,
        }),
      ],
    })
  await regime(3)
  const [taxed, apart] = [await adjust('000001'), await adjust('410029')]
  expect(messageOf(await shop.issue(taxed.id))).toMatch(/^A nota não tem valor: dê aos produtos uma classificação/)
  const reply = await shop.issue(apart.id)
  await regime(1)
  expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
})

test('a return in which only some items say their note is told the others', async () => {
  const key = '35260261186888000193550010000000311123456780'
  const of = (...itens: object[]) =>
    shop.draft({
      ...{ finalidade: 4, chaves: [{ chave: key }], pagamentos: [{ tipo: 90, valor: 0 }] },
      itens: itens.map(changes => invoiceItem({ cfop: '5202', ...changes })),
    })
  const named = { ref_chave: key, ref_item: 1 }
  expect(messageOf(await shop.issue((await of(named, {})).id))).toBe(
    'Item 2 (Pão de forma): diga de qual nota ele volta, como nos outros itens.',
  )
  const whole = await shop.issue((await of(named, { ...named, ref_item: 2 })).id)
  expect(whole.json().situacao, whole.body).toBe('AUTORIZADA')
})

test('a draft is issued: authorised, numbered, locked, its XML valid and signed', async () => {
  const { id, numero } = await shop.draft({
    total_frete: 5,
    total_desconto: 1.37,
    pagamentos: [{ tipo: 1, valor: 40 }],
    informacao_adicional: 'Emitida por {razao_social}. {outra}',
    transportadoraId: shop.customer,
    veiculo_placa: 'abc1d23',
    veiculo_uf: 'SP',
    volumes: [{ quantidade: 2, especie: 'Caixa', peso_bruto: 3.5 }],
    intermediadorId: shop.customer,
  })
  const reply = await shop.issue(id)
  expect(reply.json()).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100', numero })
  expect(reply.json().resposta).toMatch(/^100 - Autorizado/)
  const note = await shop.invoice(id)
  expect(note).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100', total_nota: 34 })
  expect(String(note.protocolo_uso)).toMatch(/^\d{15}$/)
  expect(new Date(String(note.cancelavel_ate)).getTime() - new Date(String(note.autorizada_em)).getTime()).toBe(24 * 3_600_000)
  const file = await xml(id)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="${note.chave}.xml"`)
  expect(checkFile(schemas, 'nota.xml', Buffer.from(file.body))).toMatchObject({
    kind: 'nfeProc',
    model: '55',
    key: note.chave,
    schema: { problems: [] },
    signature: { valid: true },
    recalculated: { differences: [] },
  })
  for (const said of [
    '<vTroco>6.00</vTroco>',
    '<vFrete>5.00</vFrete>',
    '<placa>ABC1D23</placa>',
    '<esp>Caixa</esp>',
    '<indIntermed>1</indIntermed>',
    'Emitida por Padaria da Ana Ltda. {outra}',
  ])
    expect(file.body).toContain(said)
  const changed = await shop.post('NFe_emissaos/save', { id, version: note.version, natureza_operacao: 'OUTRA' })
  expect(messageOf(changed)).toBe('Uma nota emitida ou cancelada não pode ser alterada.')
  expect((await shop.issue(id)).json()).toMatchObject({ situacao: 'AUTORIZADA', chave: note.chave })
})

test('a note goes from SP to PR', async () => {
  const move = (uf: string, city: string) =>
    shop.run('UPDATE parceiros_enderecos SET uf = $3, codigo_municipio = $4 WHERE "lojaId" = $1 AND "parceirosId" = $2', [
      ...[shop.store, shop.customer],
      ...[uf, city],
    ])
  await move('PR', '4106902')
  const note = await shop.issued({ itens: [invoiceItem({ cfop: '6102' })] })
  expect(note.identificador_operacao).toBe(2)
  await move('SP', '3550308')
})

test.each(['cutBefore', 'cutAfter', 'malformed'] as const)(
  'an answer that is lost (%s): the note waits, and is asked for',
  async kind => {
    shop.simulator.set({ faults: [{ kind, times: 1, service: 'NFeAutorizacao4' }] })
    const { id } = await shop.draft()
    const first = (await shop.issue(id)).json()
    expect(first).toMatchObject({
      situacao: 'PROCESSAMENTO',
      resposta: 'A nota está guardada e será enviada: a SEFAZ não respondeu.',
    })
    const remove = await shop.server.call(shop.token, 'DELETE', `/api/NFe_emissaos/del?lojaId=${shop.store}&id=${id}`)
    expect(remove.statusCode).toBe(422)
    expect((await shop.issue(id)).json()).toMatchObject({ situacao: 'AUTORIZADA', chave: first.chave })
    expect(known(first.chave)).toBeDefined()
  },
)

test('two who issue one draft at once issue one note', async () => {
  const { id, numero } = await shop.draft()
  const both = await Promise.all([shop.issue(id), shop.issue(id)])
  expect(both.map(one => one.statusCode)).toEqual([200, 200])
  expect((await shop.issue(id)).json().situacao).toBe('AUTORIZADA')
  expect(
    shop.simulator.ledgers[2].notes().filter(({ key }) => Number(key.slice(25, 34)) === numero && key.slice(20, 22) === '55'),
  ).toHaveLength(1)
})

test('a refused note is a draft again with the words of the authority, and keeps its number', async () => {
  const { id, numero } = await shop.draft()
  shop.simulator.set({ faults: [{ kind: 'code', code: '778', times: 1, service: 'NFeAutorizacao4' }] })
  const refused = (await shop.issue(id)).json()
  expect(refused).toMatchObject({ situacao: 'DIGITACAO', cStat: '778', chave: null })
  expect(refused.resposta).toMatch(/^778 - /)
  const note = await shop.invoice(id)
  expect(note).toMatchObject({ situacao: 'DIGITACAO', cStat: '778', numero })
  const changed = await shop.post('NFe_emissaos/save', { id, version: note.version, natureza_operacao: 'VENDA A PRAZO' })
  expect(changed.statusCode).toBe(200)
  expect((await shop.issue(id)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero })
})

test('the same note is not refused a fourth time', async () => {
  const { id } = await shop.draft()
  shop.simulator.set({ faults: [{ kind: 'code', code: '778', times: 9, service: 'NFeAutorizacao4' }] })
  for (let time = 0; time < 3; time++) expect((await shop.issue(id)).json().cStat).toBe('778')
  expect(messageOf(await shop.issue(id))).toMatch(/^A SEFAZ rejeitou esta nota 3 vezes/)
})

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  [
    'of nothing',
    { total_desconto: 30.37, pagamentos: [{ tipo: 90, valor: 0 }] },
    'O total da nota é zero: confira quantidades, valores e descontos.',
  ],
  ['without payment that has one', { pagamentos: [{ tipo: 90, valor: 30.37 }] }, 'Sem pagamento não leva valor.'],
])('a note %s is refused in plain words', async (_, changes, told) => {
  const { id } = await shop.draft(changes)
  const reply = await shop.issue(id)
  expect([reply.statusCode, reply.json().error.message.split('\n')]).toEqual([400, [told]])
})

test('a note with a CFOP that does not exist is refused as such', async () => {
  const { id } = await shop.draft({ itens: [invoiceItem({ cfop: '9999' })] })
  const told = (await shop.issue(id)).json().error.message.split('\n')
  expect(told[0]).toMatch(/^Item 1 \(Pão de forma\): o CFOP 9999 não existe\./)
})

test('all that is missing is told at once, in the words of the document', async () => {
  const bare = await shop.run(
    `INSERT INTO parceiros ("lojaId", nome_fantasia, cliente) VALUES ($1, 'Sem nada', true) RETURNING id`,
    [shop.store],
  )
  const { id } = await shop.draft({ destinatarioId: Number(bare[0]?.id) })
  await shop.withoutRows(id)
  const reply = await shop.issue(id)
  expect(reply.statusCode).toBe(400)
  const { error } = reply.json()
  expect(error.message.split('\n')).toEqual([
    'Preencha o CNPJ ou CPF',
    'Preencha o estado',
    'Preencha o número do endereço',
    'Preencha o código municipio',
    'Preencha o endereço completo',
    'Adicione ao menos um produto',
    'Adicione ao menos um pagamentos',
  ])
  expect(error.details.map((one: { path: string }) => one.path)).toContain('destinatarioId')
  const refusal = async (changes: object): Promise<string> => messageOf(await shop.issue((await shop.draft(changes as never)).id))
  expect(await refusal({ pagamentos: [{ tipo: 17, valor: 40 }] })).toBe(
    'Total dos pagamentos deve ser igual ao total da nota: 40,00 de 30,37.',
  )
  expect(await refusal({ itens: [invoiceItem({ cfop: null, ncmId: null })] })).toBe(
    'Preencha no item 1, Pão de forma: NCM, CFOP.',
  )
  expect(await refusal({ finalidade: 4, pagamentos: [{ tipo: 90, valor: 0 }] })).toBe(
    'Informe em Chaves a nota a que esta se refere.',
  )
  expect(await refusal({ chaves: [{ chave: '1'.repeat(44) }] })).toBe('Esta chave de acesso não existe: confira os números.')
  expect((await shop.issue(999_999)).statusCode).toBe(404)
})

test('a code of ICMS of another regime is told before the note is sent', async () => {
  const { id } = await shop.draft({ itens: [invoiceItem({ icms_cst: '00', icms_alq: 18 })] })
  expect(messageOf(await shop.issue(id))).toMatch(/^Item 1, Pão de forma: o CST 00 é do regime normal/)
  expect(await shop.invoice(id)).toMatchObject({ situacao: 'DIGITACAO' })
})

test('a recipient whose municipality is of another state is told before the authority refuses the note', async () => {
  const { id, destinatarioId } = await shop.draft()
  const moveTo = (code: string) =>
    shop.run(`UPDATE parceiros_enderecos SET codigo_municipio = $3 WHERE "lojaId" = $1 AND "parceirosId" = $2`, [
      ...[shop.store, destinatarioId],
      code,
    ])
  await moveTo('3304557')
  expect(messageOf(await shop.issue(id))).toMatch(/^O código do município do destinatário é de outra UF/)
  await moveTo('3550308')
  expect((await shop.issue(id)).json().situacao).toBe('AUTORIZADA')
})

test('more ICMS than there is between two states is told before the authority refuses the note (693)', async () => {
  const { destinatarioId } = await shop.draft()
  const moveTo = (uf: string, code: string) =>
    shop.run(`UPDATE parceiros_enderecos SET uf = $3, codigo_municipio = $4 WHERE "lojaId" = $1 AND "parceirosId" = $2`, [
      ...[shop.store, destinatarioId],
      ...[uf, code],
    ])
  await moveTo('RJ', '3304557')
  const of = async (changes: object) =>
    (await shop.draft({ itens: [invoiceItem({ icms_cst: '900', cfop: '6102', ...changes })] })).id
  const [above, just, order] = [await of({ icms_alq: 18 }), await of({ icms_alq: 12 }), await of({ icms_alq: 18, cfop: '6119' })]
  expect(messageOf(await shop.issue(above))).toBe(
    'Item 1 (Pão de forma): o ICMS de SP para RJ é de no máximo 12,00 %, e o item tem 18,00 %. Corrija a alíquota.',
  )
  for (const id of [just, order]) expect((await shop.issue(id)).json().situacao).toBe('AUTORIZADA')
  await moveTo('SP', '3550308')
})

test('a store that lacks its address is told so, and nothing is numbered away', async () => {
  const { id } = await shop.draft()
  await shop.run('UPDATE lojas SET bairro = NULL, inscricao_estadual = NULL WHERE "lojaId" = $1', [shop.store])
  expect(messageOf(await shop.issue(id))).toBe('Preencha no perfil da loja: inscrição estadual, bairro.')
  await shop.run(`UPDATE lojas SET bairro = 'Centro', inscricao_estadual = '110042490114' WHERE "lojaId" = $1`, [shop.store])
  await shop.run(`UPDATE lojas SET codigo_municipio = '3304557' WHERE "lojaId" = $1`, [shop.store])
  expect(messageOf(await shop.issue(id))).toMatch(/^O código do município da loja não é da UF SP/)
  await shop.run(`UPDATE lojas SET codigo_municipio = '3550308' WHERE "lojaId" = $1`, [shop.store])
  expect((await shop.issue(id)).json().situacao).toBe('AUTORIZADA')
})

test('what changed since it was saved is looked at again before it is issued', async () => {
  const { id } = await shop.draft()
  await shop.run('UPDATE "NFe_emissaos_itens" SET quantidade = 4 WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2', [shop.store, id])
  expect(messageOf(await shop.issue(id))).toMatch(/^Os valores desta nota mudaram/)
})

test('contingency only while the virtual authority works, and never for what was sent to the state', async () => {
  const { id } = await shop.draft()
  shop.simulator.set({ pause: '108', contingency: '114' })
  expect(messageOf(await shop.issue(id, { contingencia: true }))).toMatch(/^A contingência não está ativada: 114/)
  shop.simulator.set({ pause: '108', contingency: '107' })
  const issued = (await shop.issue(id, { contingencia: true })).json()
  expect(issued).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100' })
  expect(issued.chave[34]).toBe('6')
  expect((await xml(id)).body).toContain('<dhCont>')
  const sent = await shop.draft()
  const waiting = (await shop.issue(sent.id)).json()
  expect(waiting.situacao).toBe('PROCESSAMENTO')
  const again = (await shop.issue(sent.id, { contingencia: true })).json()
  expect([again.situacao, again.chave]).toEqual(['PROCESSAMENTO', waiting.chave])
  shop.simulator.set({ pause: null })
  expect((await shop.issue(sent.id)).json()).toMatchObject({ situacao: 'AUTORIZADA', chave: waiting.chave })
  expect(waiting.chave[34]).toBe('1')
})

test('a note of another store is not there, and who may not see the stock issues nothing', async () => {
  const { id } = await shop.draft()
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  for (const path of ['Sefaz/emiteNFe', 'Sefaz/nfeDanfeSemValidade', 'NFe_emissaos/sendEmail', 'Sefaz/InutilizaNumeracaoNFe']) {
    const reply = await shop.server.call(stranger, 'POST', `/api/${path}`, { lojaId: theirs, nfeId: id })
    expect([path, reply.statusCode]).toEqual([path, 404])
  }
  const clerk = await shop.person('balcao', { cardapio_ver: true })
  expect((await shop.post('Sefaz/emiteNFe', { nfeId: id }, clerk)).statusCode).toBe(403)
})
