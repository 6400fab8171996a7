import { areas } from '../src/domain/all.ts'
import { registerRoles } from '../src/model/access/roles.ts'
import { type ReadModel, readModel } from '../src/model/read.ts'
import type { CallContract } from '../src/model/source/callContract.ts'
import { compose } from '../src/server/compose.ts'
import { callContracts } from '../src/server/operations/callContracts.ts'
import { NoDefinitions, readDefinitionFiles, schemasFolder } from '../src/server/start/definitionFiles.ts'
import { noticeLines, troubleLines } from '../src/server/start/definitionTrouble.ts'
import { soundFiles } from '../src/server/start/soundFiles.ts'
import { declaredOperations } from './generate/operations.ts'
import { iconNames } from './icons.ts'

/**
 * `npm run check:schemas [folder]`: prints every problem of the definitions as file:line:column and fails when there is one. With `--sql`, as that command
 * says, statements of reports are prepared, too, in a PostgreSQL that is there for that alone. With `LAYERS` it also tells what layers say, and what there
 * should be looked at, which fails as well until it is accepted.
 */
const check = async (folder: string, calls: readonly CallContract[], withSql: boolean): Promise<boolean> => {
  const files = readDefinitionFiles(folder)
  const domain = compose(areas)
  // Below layers only what these make of the product's words is in question.
  const read = readModel(files.some(({ layer }) => layer !== undefined) ? soundFiles(files) : files, {
    effects: Object.keys(domain.effects),
    icons: new Set(iconNames()),
    roles: registerRoles,
    personal: true,
    calls,
  })
  const { model } = read
  const prepare = withSql && read.problems.length === 0
  const ofSql = prepare
    ? await (await import('./statements/reportStatements.ts')).reportStatementProblems(model, files, domain.tables)
    : []
  const problems = [...read.problems, ...ofSql]
  const notices = noticeLines(read, folder)
  for (const line of [...troubleLines({ ...read, problems }, folder), ...notices]) console.log(line)
  const counts = `${files.length} definitions, ${Object.keys(model.registers).length} registers, ${Object.keys(model.queries).length} calls of reports, ${Object.keys(model.reports).length} reports, ${Object.keys(model.messages).length} messages`
  console.log(`Schemas: ${counts}: ${problems.length === 0 ? 'no problem.' : `${problems.length} problem(s).`}`)
  for (const line of layerLines(read)) console.log(line)
  return problems.length + notices.length === 0
}

/** Returns a line for each layer: how much it says of the product's definitions. */
const layerLines = ({ layers }: ReadModel): string[] =>
  (layers?.layers ?? []).map(({ name }) => {
    const own = (layers?.overrides ?? []).filter(({ layer }) => layer === name)
    const changes = own.filter(({ was }) => was !== undefined).length
    return `Layer ${name}: ${changes} changed, ${own.length - changes} added. \`npm run layers -- show\` says what.`
  })

try {
  const words = process.argv.slice(2)
  const folder = words.find(word => !word.startsWith('--')) ?? schemasFolder
  const sound = await check(folder, callContracts(await declaredOperations()), words.includes('--sql'))
  process.exitCode = sound ? 0 : 1
} catch (error) {
  if (!(error instanceof NoDefinitions)) throw error
  console.log(error.message)
  process.exitCode = 1
}
