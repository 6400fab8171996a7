import { areas } from '../src/domain/all.ts'
import { registerRoles } from '../src/model/access/roles.ts'
import { type ReadModel, readModel } from '../src/model/read.ts'
import { compose } from '../src/server/compose.ts'
import { NoDefinitions, readDefinitionFiles, schemasFolder } from '../src/server/start/definitionFiles.ts'
import { noticeLines, troubleLines } from '../src/server/start/definitionTrouble.ts'
import { soundFiles } from '../src/server/start/soundFiles.ts'
import { iconNames } from './icons.ts'

/**
 * `npm run check:schemas [folder]`: prints every problem of the definitions as file:line:column and fails when there is one. With `LAYERS` also what layers say,
 * and what there should be looked at, which fails as well until it is accepted.
 */
const check = (folder: string): boolean => {
  const files = readDefinitionFiles(folder)
  // Below layers only what these make of the product's words is in question.
  const read = readModel(files.some(({ layer }) => layer !== undefined) ? soundFiles(files) : files, {
    effects: Object.keys(compose(areas).effects),
    icons: new Set(iconNames()),
    roles: registerRoles,
    personal: true,
  })
  const { model, problems } = read
  const notices = noticeLines(read, folder)
  for (const line of [...troubleLines(read, folder), ...notices]) console.log(line)
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
  process.exitCode = check(process.argv[2] ?? schemasFolder) ? 0 : 1
} catch (error) {
  if (!(error instanceof NoDefinitions)) throw error
  console.log(error.message)
  process.exitCode = 1
}
