import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSpread } from '../fixtures/scratchDatabase.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** A full disk, a database that goes away, a clock that is wrong: nothing is sent that is not stored, and what is wrong is told. */

/** Rows on several machines take no triggers, by which writes fail here. */
const spread = await isSpread()
let shop: FiscalShop
let sale: number
beforeAll(async () => {
  shop = await openFiscalShop()
})
beforeEach(async () => {
  sale = await shop.sell()
})
afterEach(async () => {
  shop.simulator.set({ clockMinutes: 0 })
  await shop.run('DROP FUNCTION IF EXISTS public.fail() CASCADE')
})
afterAll(() => shop?.close())

/** Makes a write of transmissions fail. */
async function failAt(moment: string, how: string): Promise<void> {
  await shop.run(`CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${how}; RETURN NEW; END $f$`)
  await shop.run(`CREATE ${moment} FOR EACH ROW EXECUTE FUNCTION public.fail()`)
}

const fullDisk = `RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'`
const connectionLost = 'PERFORM pg_terminate_backend(pg_backend_pid())'
const inserting = 'TRIGGER fail BEFORE INSERT ON "NFe_transmissaos"'
const committing = 'CONSTRAINT TRIGGER fail AFTER INSERT ON "NFe_transmissaos" DEFERRABLE INITIALLY DEFERRED'
const keys = (): readonly string[] => shop.simulator.ledgers[2].notes().map(note => note.key)
const lastNumber = async (): Promise<number> =>
  Number((await shop.run('SELECT "nfce_nNF" AS n FROM equipamentos WHERE id = $1', [shop.equipment]))[0]?.n)

test.skipIf(spread).each([
  ['the disk is full while the note is stored', inserting, fullDisk],
  ['the disk is full at the commit', committing, fullDisk],
  ['the database goes away while the note is stored', inserting, connectionLost],
  ['the database goes away at the commit', committing, connectionLost],
])('%s: nothing is sent, and the number stays free', async (_, moment, how) => {
  const [sent, number] = [keys().length, await lastNumber()]
  await failAt(moment, how)
  expect((await shop.emit(sale)).statusCode).toBeGreaterThanOrEqual(500)
  expect(keys()).toHaveLength(sent)
  expect(await lastNumber()).toBe(number)
  await shop.run('DROP FUNCTION public.fail() CASCADE')
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: number + 1 })
})

test.skipIf(spread).each([
  ['the disk is full', fullDisk],
  ['the database goes away', connectionLost],
])('%s while the answer is kept: the same note is found again, once', async (_, how) => {
  const sent = keys().length
  await failAt(`TRIGGER fail BEFORE UPDATE ON "NFe_transmissaos"`, `IF NEW.estado = 'ACEITO' THEN ${how}; END IF`)
  expect((await shop.emit(sale)).statusCode).toBeGreaterThanOrEqual(500)
  const authorised = keys()
  expect(authorised).toHaveLength(sent + 1)
  await shop.run('DROP FUNCTION public.fail() CASCADE')
  // The server that had it is gone.
  await shop.run(`UPDATE "NFe_transmissaos" SET reservada_ate = now() - interval '1 second' WHERE estado = 'PENDENTE'`)
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', chNFe: authorised.at(-1) })
  expect(keys()).toEqual(authorised)
})

test.each([
  ['behind', 60, 'O relógio está atrasado: acerte a hora do servidor.'],
  ['ahead', -60, 'O relógio está adiantado: acerte a hora do servidor.'],
])('a clock that is an hour %s is told, and the number is kept for when it is right', async (_, clockMinutes, said) => {
  shop.simulator.set({ clockMinutes })
  const refused = await shop.emit(sale)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().error.message).toContain(said)
  const number = await lastNumber()
  shop.simulator.set({ clockMinutes: 0 })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: number })
})
