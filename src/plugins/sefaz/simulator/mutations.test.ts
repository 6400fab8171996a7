import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import { createSeededRandom } from '../../../base/seededRandom.ts'
import { supplementNote, writeNote } from '../../../domain/fiscal/core/public.ts'
import { normalItem, noteLines, noteOf, saidOfNote, simplesItem } from '../fixtures/randomNotes.ts'
import { testCompany } from '../fixtures/testSigningKey.ts'
import { type SigningKey, signDocument } from '../signature/signDocument.ts'
import type { Identity } from './certificates.ts'
import { batchXml, codeOf, send } from './fixtures/noteFixture.ts'
import { type MutableNote, type Mutation, mutations } from './fixtures/noteMutations.ts'
import { type Simulator, startSimulator } from './server.ts'

const count = 500
const good = 60

/** Notes that the product writes for tests are good; each of 500 with one thing wrong is refused with the right code. */
describe('notes of our own at the simulated authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'))
  let simulator: Simulator
  let identity: Identity
  let signer: SigningKey

  beforeAll(async () => {
    simulator = await startSimulator({ folder, forgetful: true })
    identity = simulator.authority.issue({ name: 'RESTAURANTE EXEMPLO', cnpj: testCompany })
    signer = { key: createPrivateKey(identity.key), certificate: new X509Certificate(identity.certificate) }
  })
  afterAll(async () => {
    await simulator.close()
    rmSync(folder, { recursive: true })
  })

  afterEach(() => vi.useRealTimers())

  const submit = async (xml: string): Promise<string> =>
    codeOf(await send(`${simulator.address}/2/SP`, 'NFeAutorizacao4', batchXml(xml), identity, simulator.authority.root))

  const drawn = fc.sample(fc.tuple(saidOfNote, noteLines(normalItem), noteLines(simplesItem)), count)
  /** A note for the tests of the environment, as if issued now; each has its own number. */
  const noteAt = (at: number): MutableNote => {
    const [said, normal, simples] = drawn[at % count] ?? []
    if (!said || !normal || !simples) throw new Error('nothing was drawn')
    const regime = at % 2 === 0 ? 3 : 1
    const issued = `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`
    const write = (buyer = said.buyer) => noteOf({ ...said, ambiente: 2, buyer }, regime, regime === 3 ? normal : simples, issued)
    const first = write()
    // A buyer of more than this has a name.
    const note = first.calculo.totals.total_nota > 10_000 ? write('12345678909') : first
    const { text, key } = writeNote({ ...note, numero: at + 1 })
    const code = `https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode?p=${key}|3|2`
    const xml = note.modelo === '65' ? supplementNote(text, code, 'www.nfce.fazenda.sp.gov.br/consulta') : text
    return { xml, model: note.modelo, regime }
  }

  it(`${good} as they were written are authorised`, async () => {
    const codes: string[] = []
    for (let at = 0; at < good; at += 1) codes.push(await submit(signDocument(noteAt(at).xml, signer)))
    expect(codes.filter(code => code !== '100')).toEqual([])
  })

  it(`${count} with one thing wrong are refused with the right code`, async () => {
    // Notes have had no PIS and no COFINS since 2027: a day on which all can be wrong.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-09-10T12:30:00-03:00') })
    const wrong: string[] = []
    let at = good
    /** The next note with which this can be done. */
    const changedBy = (mutation: Mutation): string => {
      for (let tries = 0; tries < count; tries += 1) {
        const changed = mutation.apply(noteAt(at++))
        if (changed !== undefined) return changed
      }
      throw new Error(`No note for: ${mutation.name}`)
    }
    for (let sent = 0; sent < count; sent += 1) {
      const mutation = mutations[sent % mutations.length]
      if (!mutation) throw new Error('no mutation')
      const changed = changedBy(mutation)
      const code = await submit(signDocument(changed, signer))
      if (code !== mutation.code) wrong.push(`${mutation.name}: ${code} in place of ${mutation.code}\n${changed}`)
    }
    expect(wrong).toEqual([])
  })

  it('a letter changed after the signature is noticed, whichever it is', async () => {
    const random = createSeededRandom(1)
    for (let at = 0; at < 20; at += 1) {
      const signed = signDocument(noteAt(good + count + at).xml, signer)
      const from = signed.indexOf('<emit>')
      const letters = [...signed.matchAll(/(?<!&[a-z]*)[a-z](?=[^<>]*<\/x[A-Z])/g)].filter(
        ({ index }) => index > from && index < signed.indexOf('</infNFe>'),
      )
      const where = random.pick(letters).index
      const other = signed[where] === 'q' ? 'w' : 'q'
      expect(await submit(signed.slice(0, where) + other + signed.slice(where + 1))).toBe('297')
    }
  })
})
