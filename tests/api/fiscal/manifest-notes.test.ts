import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** A store says of a supplier's note that it knows of it, that it was right, or that it was not. */

let shop: FiscalShop
const keys: string[] = []
beforeAll(async () => {
  shop = await openFiscalShop()
  await fetch(`${shop.simulator.control}/deliveries`, {
    method: 'POST',
    body: JSON.stringify({ environment: '2', cnpj: '11444777000161', state: '35', count: 8 }),
  })
  for (const { xml } of shop.simulator.ledgers[2].documents('11444777000161')) keys.push(/<chNFe>(\w+)</.exec(xml)?.[1] ?? '')
})
afterAll(() => shop?.close())
afterEach(async () => {
  shop.simulator.set({ faults: [], pause: null })
  await shop.run('DROP FUNCTION IF EXISTS public.fail() CASCADE')
})

const messageOf = (reply: { body: string }): string => {
  const { error } = JSON.parse(reply.body)
  return error?.details?.[0]?.message ?? error?.message ?? ''
}
/** A note of which the summary is known. */
async function known(key = keys.pop() ?? ''): Promise<{ id: number; key: string }> {
  const [row] = await shop.run(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "vNF", "dhEmi", "cSitNFe") VALUES ($1, $2, 'Fornecedor', 10, now(), 1)
     ON CONFLICT ("lojaId", "chNFe") DO UPDATE SET "cSitNFe" = 1 RETURNING id`,
    [shop.store, key],
  )
  return { id: Number(row?.id), key }
}
const say = (word: string, eventoId: number, more: object = {}) => shop.post(`Sefaz/${word}`, { eventoId, ...more })
const types = (key: string) => shop.simulator.ledgers[2].events(key).map(({ type }) => type)

test('each of the four words is registered once, and the last one is shown', async () => {
  const words = [
    ['cienciaOperacao', '210210', 'CIENCIA', 'cienciaOperacao'],
    ['confirmacaoDaOperacao', '210200', 'CONFIRMACAO', 'confirmacaoOperacao'],
    ['desconhecimentoDaOperacao', '210220', 'DESCONHECIMENTO', 'desconhecimentoOperacao'],
    ['operacaoNaoRealizada', '210240', 'NAO_REALIZADA', 'operacaoNaoRealizada'],
  ] as const
  const { id, key } = await known()
  for (const [word, , manifestacao, flag] of words) {
    const reply = await say(word, id, { justificativa: 'A mercadoria não foi entregue' })
    expect([reply.statusCode, reply.json().cStat]).toEqual([200, '135'])
    expect(reply.json().nfeInstance).toMatchObject({ id, manifestacao, [flag]: true, [`${flag}_em`]: expect.any(String) })
    expect((await say(word, id, { justificativa: 'A mercadoria não foi entregue' })).statusCode).toBe(200)
  }
  expect(types(key)).toEqual(words.map(([, type]) => type))
  const note = (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}?lojaId=${shop.store}`)).json()
  expect(note).toMatchObject({ manifestacao: 'NAO_REALIZADA', justificativa: 'A mercadoria não foi entregue' })
  // Each is a way of the note, told as its steps are.
  const { passos, estados } = (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}/ways?lojaId=${shop.store}`)).json()
  expect(passos.map(({ texto }: { texto: string }) => texto)).toEqual([
    '“Operação não realizada”: de Desconhecida para Não realizada',
    '“Desconhecimento da operação”: de Confirmada para Desconhecida',
    '“Confirmação da operação”: de Ciência para Confirmada',
    '“Ciência da operação”: de nenhuma para Ciência',
  ])
  expect(estados).toMatchObject([
    { campo: 'manifestacao', tempos: expect.arrayContaining([expect.objectContaining({ estado: 'Ciência' })]) },
  ])
})

test.each(['cutBefore', 'cutAfter'] as const)(
  'a word whose answer is lost (%s) is stored, and sent until it is known',
  async kind => {
    const { id, key } = await known()
    shop.simulator.set({ faults: [{ kind, times: 1, service: 'NFeRecepcaoEvento4' }] })
    const lost = await say('cienciaOperacao', id)
    expect([lost.statusCode, messageOf(lost)]).toEqual([
      424,
      'A SEFAZ não respondeu. A manifestação está guardada e será enviada.',
    ])
    expect(messageOf(await say('confirmacaoDaOperacao', id))).toBe('Outra manifestação desta nota espera pela SEFAZ.')
    expect((await say('cienciaOperacao', id)).json().nfeInstance).toMatchObject({ cienciaOperacao: true })
    expect(types(key)).toEqual(['210210'])
  },
)

// Rows on several machines take no triggers.
test.skipIf(await isSpread()).each([
  ['the disk is full', `RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'`],
  ['the database goes away', 'PERFORM pg_terminate_backend(pg_backend_pid())'],
])('%s while the note is brought: the word stands, and the next reading brings it', async (_, how) => {
  const { id } = await known()
  await shop.run(`CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${how}; RETURN NEW; END $f$`)
  await shop.run(
    `CREATE TRIGGER fail BEFORE INSERT ON "NFe_transmissaos" FOR EACH ROW WHEN (NEW.tipo = 'RECEBIDA') EXECUTE FUNCTION public.fail()`,
  )
  const said = await say('cienciaOperacao', id)
  expect([said.statusCode, said.json().cStat]).toEqual([200, '135'])
  const note = async () => (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}?lojaId=${shop.store}`)).json()
  expect(await note()).toMatchObject({ manifestacao: 'CIENCIA', xmlUrl: null, itens: [] })
  await shop.run('DROP FUNCTION public.fail() CASCADE')
  await shop.run('UPDATE "Loja_nsus" SET espera_ate = NULL')
  expect((await shop.post('Sefaz/buscaNotas', {})).statusCode).toBe(200)
  expect((await note()).itens.length).toBeGreaterThan(0)
})

test('what the authority refuses is told in its words, and changes nothing', async () => {
  const { id } = await known(`${keys.at(-1)?.slice(0, 25)}999999999112345678`.padEnd(44, '0'))
  const reply = await say('cienciaOperacao', id)
  expect(reply.statusCode).toBe(400)
  expect(messageOf(reply)).toMatch(/^\d{3} - /)
  expect(await shop.run('SELECT "cienciaOperacao", manifestacao FROM nfes WHERE id = $1', [id])).toMatchObject([
    { manifestacao: null },
  ])
})

test('a reason is asked for in the words of both', async () => {
  const { id } = await known()
  expect(messageOf(await say('operacaoNaoRealizada', id, { justificativa: 'curta' }))).toBe(
    'Preencha a justificativa com no mínimo 10 caracteres!',
  )
  expect(messageOf(await say('operacaoNaoRealizada', id, { justificativa: 'doze letras.' }))).toBe(
    'A SEFAZ exige no mínimo 15 caracteres.',
  )
})

test('only the store of the note, and those who see its stock, speak', async () => {
  const { id } = await known()
  const clerk = await shop.person('caixa', { caixa_operar: true })
  expect((await shop.post('Sefaz/cienciaOperacao', { eventoId: id }, clerk)).statusCode).toBe(403)
  const theirs = await shop.server.addStore('Vizinha')
  const stranger = await shop.person('vizinha', { type: 1 }, theirs)
  const reply = await shop.server.call(stranger, 'POST', '/api/Sefaz/cienciaOperacao', { lojaId: theirs, eventoId: id })
  expect(reply.statusCode).toBe(404)
})
