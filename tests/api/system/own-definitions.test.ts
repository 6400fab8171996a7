import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionOfRole } from '../../../.storybook/stories/rolePermission.ts'
import { gateAllows } from '../../../src/model/access/gate.ts'
import { schemasFolder } from '../../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { copyWithAdditions } from '../../fixtures/implementerAdditions.ts'
import { testsOfDefinitions } from '../../fixtures/testsOfDefinitions.ts'

const root = mkdtempSync(join(tmpdir(), 'proprias-'))
const folder = join(root, 'schemas')

beforeAll(() => copyWithAdditions(schemasFolder, folder))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a register with a flag, a message, an import and a report of its own is right', () => {
  const { model, problems } = readDefinitions(folder)
  expect(problems).toEqual([])
  expect(model.registers.reservas?.access.see).toBe('reservas_ver')
  expect(model.imports['reservas-importar']?.register).toBe('reservas')
  expect(model.reports.reservas_por_mesa?.gate).toBe('reservas_ver')
})

test('its stories show it to the employee, who holds no more than the page asks for', () => {
  const { model } = readDefinitions(folder)
  const passes = (gate: string, of?: string) => gateAllows(gate, permissionOfRole(model, 'employee', of))
  expect(passes('reservas_ver', 'reservas_ver')).toBe(true)
  expect(passes('reservas_ver')).toBe(false)
  expect(passes('admin', 'admin')).toBe(false)
  expect(passes('cadastros_ver')).toBe(true)
})

/** Those that read our folder whatever SCHEMAS_DIR says, or what is generated from it, or try hundreds of faults in it. */
const ours = /everyWord|mutation|completion|recordValidator|definitionFiles|soundFiles|new\/command|scripts\/review/

test('it breaks no test of the product', { timeout: 600_000 }, async () => {
  const bound = testsOfDefinitions().filter(file => !ours.test(file))
  expect(bound).toEqual(
    expect.arrayContaining(['scripts/describe/register.test.ts', 'src/browser/router/addressInStore.test.ts']),
  )
  const { VITEST: _, VITEST_WORKER_ID: __, ...env } = process.env
  const child = spawn(
    process.execPath,
    // They change nothing that another sees: each module is read once for all of them.
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--no-isolate', '--reporter', 'dot', ...bound],
    {
      env: { ...env, SCHEMAS_DIR: folder, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise(done => child.once('exit', done))
  expect(code, output.slice(-4000)).toBe(0)
  expect(output).toMatch(/Tests +\d+ passed/)
})
