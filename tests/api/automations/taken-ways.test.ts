import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetReads } from '../../../src/server/query/remembered/rememberedReads.ts'
import { noticeCalls } from '../notices/noticeCalls.ts'
import { type AutomatedShop, modelWith, openAutomatedShop } from './automatedShop.ts'

/** Automations that ways start, that take ways, and that send documents: on expenses of the test's own. */

const way = (id: string, from: string, to: string, rest: object = {}) => ({
  id,
  title: `Caminho ${id}`,
  from: [from],
  to,
  ...rest,
})
const expenses = {
  title: 'Despesas',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    total: { type: 'number', title: 'Total', format: 'money' },
    motivo: { type: 'string', title: 'Motivo', maxLength: 60, personal: false },
    segredo: { type: 'string', title: 'Só da dona', maxLength: 60, personal: false, see: 'owner' },
    maeId: {
      type: 'integer',
      title: 'Despesa mãe',
      format: 'reference',
      reference: { to: 'despesas', as: 'mae' },
    },
    estado: {
      type: 'string',
      title: 'Estado',
      oneOf: ['NOVA', 'PEDIDA', 'PAGA', 'RECUSADA'].map(value => ({ const: value, title: value.toLowerCase() })),
      default: 'NOVA',
      ways: {
        list: [
          way('pedir', 'NOVA', 'PEDIDA', { when: 'total < 1000.0' }),
          way('pedir_alta', 'NOVA', 'PEDIDA', { when: 'total >= 1000.0' }),
          way('pagar', 'PEDIDA', 'PAGA', { gate: 'owner', approve: { gate: 'contas_ver', above: 'total > 100.0' } }),
          way('recusar', 'PEDIDA', 'RECUSADA', { ask: ['motivo'] }),
        ],
      },
    },
  },
  required: ['nome'],
}
const paper = {
  title: 'Despesa',
  description: 'A despesa.',
  register: 'despesas',
  when: 'total < 800.0',
  button: 'Imprimir despesa',
  papers: ['A4'],
  parts: [{ id: 'dados', fields: ['nome', 'total', 'segredo'] }],
}
const automation = (on: object, steps: readonly object[], rest: object = {}) => ({
  title: 'Teste',
  gate: 'contas_ver',
  on: { register: 'despesas', ...on },
  steps,
  ...rest,
})
const letter = { people: 'owner', subject: 'Despesa {id}', text: 'Segue.', document: 'despesa' }
const model = modelWith(
  {
    'pedida-carta': automation({ way: 'pedir' }, [{ id: 'carta', mail: letter }]),
    'pedida-paga': automation({ way: 'pedir' }, [{ id: 'paga', way: { take: 'pagar' } }]),
    'alta-recusa': automation({ way: 'pedir_alta' }, [
      { id: 'recusa', way: { take: 'recusar', values: { motivo: "'Alta: ' + nome" } } },
    ]),
    'alta-cria': automation({ way: 'pedir_alta' }, [
      { id: 'filha', create: { register: 'despesas', values: { nome: "'Filha'" } } },
    ]),
    'paga-mae': automation({ way: 'pagar' }, [{ id: 'mae', way: { take: 'pagar', of: 'maeId' } }], { when: '!empty(maeId)' }),
  },
  { 'registers/toys/despesas.schema.json': expenses, 'documents/despesa.json': paper },
)

let shop: AutomatedShop
let notices: ReturnType<typeof noticeCalls>
beforeAll(async () => {
  shop = await openAutomatedShop(model)
  notices = noticeCalls(shop.server)
})
afterAll(() => shop?.close())
beforeEach(async () => {
  await shop.work()
  for (const table of ['"Automacoes_loja"', 'system.queue', '"Automacao_execucoes"', 'system.notices', 'system.way_requests'])
    await shop.q(`DELETE FROM ${table}`)
  forgetReads(shop.server.context.database)
})

const made = async (values: object = {}): Promise<number> => {
  const body = { lojaId: shop.stores.ours, nome: 'Luz', total: 50, segredo: 'cofre', ...values }
  const reply = await shop.call(shop.tokens.dona, 'despesas', body)
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json().id
}
const take = async (id: number, path: string, token = shop.tokens.caixa): Promise<void> => {
  const reply = await shop.call(token, `despesas/${id}/ways/${path}`, { lojaId: shop.stores.ours })
  expect(reply.statusCode, reply.body).toBe(200)
}
const now = async (id: number) =>
  (await shop.q<{ estado: string; motivo: string | null }>('SELECT estado, motivo FROM despesas WHERE id = $1', [id]))[0]
const outcomes = async (automacao: string) =>
  (await shop.runs(automacao)).map(({ situacao, passos }) => [situacao, ...passos.map(each => each.falha ?? each.situacao)])

test('a way starts what follows it, and another to the same option does not; nothing starts where it is off', async () => {
  await take(await made(), 'pedir')
  await shop.work()
  expect(await shop.runs('pedida-paga')).toEqual([])
  await shop.switchOn('pedida-paga')
  await shop.switchOn('alta-recusa')
  const [small, large] = [await made(), await made({ total: 2000 })]
  await take(small, 'pedir')
  await take(large, 'pedir_alta')
  await shop.work()
  // The way's gate is the owner's: it is taken as the automation.
  expect(await now(small)).toEqual({ estado: 'PAGA', motivo: null })
  expect(await now(large)).toEqual({ estado: 'RECUSADA', motivo: 'Alta: Luz' })
  expect(await outcomes('pedida-paga')).toEqual([['FEITA', 'FEITO']])
  expect(await outcomes('alta-recusa')).toEqual([['FEITA', 'FEITO']])
  const history = await shop.server.call(shop.tokens.dona, 'GET', `/api/despesas/${small}/historico?lojaId=${shop.stores.ours}`)
  expect(history.body).toContain('Automação: Teste')
})

test('a save that moves the choice took its way', async () => {
  await shop.switchOn('pedida-carta')
  const id = await made()
  const moved = async (estado: string) =>
    expect((await shop.call(shop.tokens.dona, 'despesas/save', { id, lojaId: shop.stores.ours, estado })).statusCode).toBe(200)
  await moved('PEDIDA')
  await shop.work()
  expect(await outcomes('pedida-carta')).toEqual([['FEITA', 'FEITO']])
  expect((await shop.post.next('dona@x.br')).raw).toContain('despesa-')
})

test('one that others approve waits for them: the run goes on, the record moves once they approve, and that starts what follows', async () => {
  await shop.switchOn('pedida-paga')
  await shop.switchOn('paga-mae')
  const mother = await made({ total: 60 })
  await take(mother, 'pedir')
  await shop.work()
  const second = await made({ total: 70 })
  await shop.q(`UPDATE despesas SET estado = 'PEDIDA' WHERE id = $1`, [second])
  const id = await made({ total: 500, maeId: second })
  await take(id, 'pedir')
  await shop.work()
  expect(await now(id)).toMatchObject({ estado: 'PEDIDA' })
  expect((await shop.runs('pedida-paga')).at(-1)?.passos[0]).toMatchObject({ situacao: 'FEITO' })
  expect((await notices.of(shop.tokens.caixa)).map(({ texto }) => texto)).toEqual([
    'Automação: Teste pede aprovação em Despesas: Caminho pagar (Luz).',
  ])
  const approved = await shop.call(shop.tokens.caixa, `despesas/${id}/ways/pagar/aprovar`, { lojaId: shop.stores.ours })
  expect(approved.statusCode, approved.body).toBe(200)
  expect(await now(id)).toMatchObject({ estado: 'PAGA' })
  await shop.work()
  // The record to which it refers went the same way.
  expect(await now(second)).toMatchObject({ estado: 'PAGA' })
  expect(await outcomes('paga-mae')).toEqual([['FEITA', 'FEITO']])
})

test('a record that is elsewhere by then refuses the way: the step fails, is told, and repeats once it stands right', async () => {
  await shop.switchOn('pedida-paga')
  const id = await made()
  await take(id, 'pedir')
  await shop.q(`UPDATE despesas SET estado = 'RECUSADA' WHERE id = $1`, [id])
  await shop.work()
  const [run] = await shop.runs('pedida-paga')
  expect(run?.situacao).toBe('FALHOU')
  expect(run?.passos[0]?.falha).toContain('já não está onde este caminho começa')
  expect((await notices.of(shop.tokens.dona)).map(({ titulo }) => titulo)).toEqual(['Automação falhou'])
  await shop.q(`UPDATE despesas SET estado = 'PEDIDA' WHERE id = $1`, [id])
  await shop.call(shop.tokens.dona, 'automacoes/repetir', { lojaId: shop.stores.ours, id: run?.id })
  await shop.work()
  await shop.due()
  await shop.work()
  expect(await now(id)).toMatchObject({ estado: 'PAGA' })
  // Taken once: the history has one line of it.
  const history = await shop.server.call(shop.tokens.dona, 'GET', `/api/despesas/${id}/historico?lojaId=${shop.stores.ours}`)
  expect(history.body.split('"PAGA"')).toHaveLength(2)
})

const pdfOf = (raw: string): string =>
  /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\s]+)/.exec(raw)?.[1]?.replace(/\s/g, '') ?? ''

test('a letter brings the document of the record as PDF, without what only some see; one that is not its own is told', async () => {
  await shop.switchOn('pedida-carta')
  const letters: string[] = []
  for (const segredo of ['cofre', 'outro']) {
    const id = await made({ segredo })
    await take(id, 'pedir')
    await shop.work()
    const { raw } = await shop.post.next('dona@x.br')
    expect(raw).toContain(`despesa-${id}.pdf`)
    letters.push(pdfOf(raw))
  }
  expect(Buffer.from(letters[0] ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-[\s\S]+%%EOF/)
  // The same papers give the same bytes: the secret is on none.
  expect(letters[0]).toBe(letters[1])
  await take(await made({ total: 900 }), 'pedir')
  await shop.work()
  expect((await outcomes('pedida-carta')).map(([run]) => run)).toEqual(['FEITA', 'FEITA', 'FALHOU'])
  expect((await outcomes('pedida-carta'))[2]?.[1]).toContain('Despesa')
})

test('the names and initial values of the store hold in what an automation prints and makes', async () => {
  const setField = (campo: string, values: object) =>
    shop.call(shop.tokens.dona, 'Loja_campos', { lojaId: shop.stores.ours, registro: 'despesas', campo, ...values })
  await shop.switchOn('pedida-carta')
  await shop.switchOn('alta-cria')
  const printed = async () => {
    await take(await made({ total: 7 }), 'pedir')
    await shop.work()
    return pdfOf((await shop.post.next('dona@x.br')).raw)
  }
  const usual = await printed()
  expect((await setField('nome', { titulo: 'Gasto' })).statusCode).toBe(201)
  expect((await setField('motivo', { inicial: '"Da casa"' })).statusCode).toBe(201)
  const own = await printed()
  expect(own).not.toBe('')
  expect(own).not.toBe(usual)
  await take(await made({ total: 2000 }), 'pedir_alta')
  await shop.work()
  expect(await shop.q(`SELECT motivo FROM despesas WHERE nome = 'Filha'`)).toEqual([{ motivo: 'Da casa' }])
  await shop.q('DELETE FROM "Loja_campos"')
  shop.server.context.access.forget()
  forgetReads(shop.server.context.database)
})

test('a test of ways and documents tells them, and does none', async () => {
  const id = await made({ total: 90 })
  const before = shop.post.mails.length
  const test = async (automacao: string) =>
    (await shop.call(shop.tokens.dona, 'automacoes/testar', { lojaId: shop.stores.ours, automacao, registro: String(id) })).json()
      .resultado
  expect(await test('pedida-paga')).toContain('"way":"pagar"')
  expect(await test('pedida-carta')).toContain('"document":{"name":"despesa"')
  await shop.work()
  expect(await now(id)).toMatchObject({ estado: 'NOVA' })
  expect(shop.post.mails).toHaveLength(before)
})
