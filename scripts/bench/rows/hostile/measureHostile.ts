import { costlyCertificate } from '../../../../src/plugins/sefaz/fixtures/costlyCertificate.ts'
import { dataUrl, emptyElements } from '../../../../src/plugins/sefaz/fixtures/hostileArchives.ts'
import { openTestAuthority } from '../../../../src/plugins/sefaz/simulator/certificates.ts'
import { type BenchResult, slownessLine, time } from '../../figures.ts'
import type { LoadTarget } from '../../loadTest.ts'
import type { Bench } from '../../places/bench.ts'
import { scratchFolder } from '../../places/scratchFolder.ts'
import { productsSetup, STORE } from '../../seeds/productsSetup.ts'
import { p95 } from '../../statistics.ts'
import { timed } from '../../timed.ts'
import { listOf } from '../list.ts'

/** Another store of the same owner. */
const SENDER = 2
/** Files that are worked on or wait for it, at every moment. */
const AT_ONCE = 8

/** A list while another store sends one file after the other that costs as much as a file may, against the same on a quiet server. */
export async function* measureHostile(bench: Bench): AsyncGenerator<BenchResult> {
  const contest = await bench.contest(productsSetup)
  const token = await contest.each(place => place.token('dono@demo.com.br'))
  const files = await hostileFiles()
  const turns = await contest.turns(
    async place => {
      const ending = new AbortController()
      const sending = files.map(file =>
        sendOn(`${place.server.address}/api/${file.path}`, token(place), file.body, ending.signal),
      )
      const slow = await askAgain(listOf(place, token(place), STORE))
      ending.abort()
      await Promise.all(sending)
      return slow
    },
    place => askAgain(listOf(place, token(place), STORE)),
    { rounds: 7 },
  )
  yield slownessLine(
    `List of products, 95th percentile, while another store sends ${AT_ONCE} hostile files at once, against a quiet server`,
    turns,
    time,
    1.5,
  )
}

/** Calls of one turn. */
const CALLS = 2000

/** The 95th percentile of what one person waits who asks again and again: many at once would fill the machine without any file. */
async function askAgain({ url, token = '' }: LoadTarget): Promise<number> {
  const took: number[] = []
  while (took.length < CALLS)
    took.push(
      await timed(async () => {
        const reply = await fetch(url, { headers: { authorization: token } })
        if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
        await reply.text()
      }),
    )
  return p95(took)
}

interface HostileFile {
  readonly path: string
  readonly body: string
}

/** By turns a certificate whose keys are hashed as often as may be, and an archive of as many elements. */
async function hostileFiles(): Promise<readonly HostileFile[]> {
  const { path: folder } = await scratchFolder()
  const identity = openTestAuthority(folder).issue({ name: 'Hostil Ltda', cnpj: '11222333000181' })
  const certificado = dataUrl(costlyCertificate(identity, '1234', 'nowhere'))
  const arquivos = dataUrl(emptyElements(2, 240_000))
  const kinds: readonly HostileFile[] = [
    { path: 'Sefaz/uploadCertificado', body: JSON.stringify({ lojaId: SENDER, senha: '1234', certificado }) },
    { path: 'Sefaz/uploadXML', body: JSON.stringify({ lojaId: SENDER, arquivos }) },
  ]
  return Array.from({ length: AT_ONCE / kinds.length }, () => kinds).flat()
}

/** Sends a file again and again; each is refused, and a bench that meets anything else has measured nothing. */
async function sendOn(url: string, authorization: string, body: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', headers, body, signal }).catch(error => {
      if (!signal.aborted) throw error
    })
    if (reply && reply.status !== 422) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
    await reply?.text()
  }
}
