import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyCheckout } from '../fixtures/checkout.ts'
import { listLines, newFiles } from '../fixtures/contribution.ts'
import { demoCompany, type ProcessDatabase } from '../fixtures/demoCompany.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, serverIn } from '../fixtures/serverProcess.ts'

const folder = scratchFolder()
const checkout = join(folder, 'checkout')
/** As at a contributor's: nothing of the run that this test is part of. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$|MODE$|SCHEMAS_DIR$|FORCE_COLOR$)/.test(name)),
)
const env = { ...surroundings, NO_COLOR: '1', PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}` }
let database: ProcessDatabase | undefined
let running: ServerProcess | undefined

/** Runs a command in the copy; a failure tells what it printed. */
const run = async (command: string, ...args: string[]): Promise<string> => {
  const options = { cwd: checkout, env: { ...env, DATABASE_URL: inject('databaseUrl') }, maxBuffer: 16 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(command, args, options)).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error([command, ...args, '\n', stdout, stderr, stdout ? '' : String(error)].join(' '), { cause: error })
  }
}

/** The report of a run of vitest. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Writes a new line into a list; each has one place for it. */
const addLine = ({ file, line, before, after }: (typeof listLines)[number]): void => {
  const path = join(checkout, file)
  const text = readFileSync(path, 'utf8')
  expect(text, file).toMatch(before ?? after ?? /^$/)
  const added = before ? text.replace(before, found => line + found) : text.replace(after ?? '', found => found + line)
  writeFileSync(path, added)
}

beforeAll(async () => {
  await copyCheckout(checkout)
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  await run('git', 'init', '--quiet')
  // The link is no folder, which is what the ignored name ends with.
  writeFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n')
  await run('git', 'add', '--all')
  const author = ['-c', 'user.name=Contributor', '-c', 'user.email=contributor@example.com', '-c', 'commit.gpgsign=false']
  await run('git', ...author, 'commit', '--quiet', '--no-verify', '--message', 'Before')
  for (const [path, text] of Object.entries(newFiles)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text.trimStart())
  }
  for (const each of listLines) addLine(each)
  database = await demoCompany(folder)
})

afterAll(async () => {
  await running?.end()
  await database?.drop()
  removeFolder(folder)
})

test('a new kind, operation and integration touch no other room', { timeout: 600_000 }, async () => {
  await run('biome', 'check', '--write', ...new Set([...Object.keys(newFiles), ...listLines.map(({ file }) => file)]))
  await run('node', 'scripts/generate.ts')
  await run('node', 'scripts/drawRooms.ts')
  const changed = (await run('git', 'status', '--porcelain', '--untracked-files=all')).split('\n').filter(Boolean)
  const places =
    /^(src\/kinds\/(duration\/\w+|kind|values|columns|cells|inputs)\.ts|tests\/kinds\/cases\/\w+\.ts|src\/domain\/catalogue\/(domain|operations\/\w+)\.ts|src\/plugins\/holidays\/\w+\.ts|src\/main\/productServer\.ts|schemas\/.+\.json|docs\/architecture\.md|src\/generated\/.+\.ts)$/
  expect(changed.map(line => line.slice(3)).filter(path => !places.test(path))).toEqual([])
  await Promise.all([
    run('tsc', '--noEmit', '--singleThreaded'),
    run('node', 'scripts/check-code.ts'),
    run('node', 'scripts/check-schemas.ts'),
  ])
})

test('the new kind holds to the contract of kinds, also in a database', { timeout: 600_000 }, async () => {
  const inDatabase = 'tests/api/records/kind-columns.test.ts'
  const words = ['--project', 'unit', '--project', 'api', 'tests/kinds', inDatabase, '-t', 'duration|every kind']
  const report = join(folder, 'report.json')
  await run('vitest', 'run', ...words, '--reporter=json', `--outputFile=${report}`)
  const { testResults }: TestReport = JSON.parse(readFileSync(report, 'utf8'))
  const passed = (file: string, word: string): number =>
    testResults
      .filter(({ name }) => name.includes(file))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, fullName }) => status === 'passed' && fullName.includes(word)).length
  expect(passed('tests/kinds/', '')).toBeGreaterThanOrEqual(10)
  expect(passed(inDatabase, 'duration')).toBe(6)
})

test('the server starts with them, and all of them answer', { timeout: 600_000 }, async () => {
  const child = spawn('node', ['src/main/server.ts', '--no-pages'], {
    cwd: checkout,
    env: { ...surroundings, ...serverEnv(folder), ...database?.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = await serverIn(child)
  const call = apiClient(() => running?.address ?? '')
  const login = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  const { id: token } = login.body as { id: string }
  const stores = await call('GET', 'lojas', token)
  const [{ id: lojaId }] = stores.body as [{ id: number }]
  for (const [nome, tempo] of Object.entries({ Pão: 90, Suco: 5 }))
    expect((await call('POST', 'preparos', token, { lojaId, nome, tempo })).status).toBe(201)
  expect((await call('POST', 'preparos', token, { lojaId, nome: 'Nada', tempo: 601 })).status).toBe(422)
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId, tempo: { gt: 60 } } }))
  const { body } = await call('GET', `preparos?filter=${filter}`, token)
  expect(body).toMatchObject([{ nome: 'Pão', tempo: 90 }])
  expect((await call('GET', `preparos/tempo?lojaId=${lojaId}`, token)).body).toEqual({ minutes: 95 })
  expect((await call('GET', 'feriados/2027', token)).body).toEqual([{ date: '2027-05-01', name: 'Dia do trabalho' }])
})
