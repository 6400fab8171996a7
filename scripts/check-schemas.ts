import { areas } from '../src/domain/all.ts'
import { registerRoles } from '../src/model/access/roles.ts'
import { readModel } from '../src/model/read.ts'
import { compose } from '../src/server/compose.ts'
import { definitionProblemText, readDefinitionFiles, schemasFolder } from '../src/server/start/definitions.ts'
import { iconNames } from './icons.ts'

/** `npm run check:schemas [folder]`: prints every problem of the definitions as file:line:column and fails when there is one. */
const files = readDefinitionFiles(process.argv[2] ?? schemasFolder)
const { model, problems } = readModel(files, {
  effects: Object.keys(compose(areas).effects),
  icons: new Set(iconNames()),
  roles: registerRoles,
})

for (const problem of problems) console.log(definitionProblemText(problem))
const counts = `${files.length} definitions, ${Object.keys(model.registers).length} registers, ${Object.keys(model.queries).length} calls of reports, ${Object.keys(model.reports).length} reports, ${Object.keys(model.messages).length} messages`
console.log(`Schemas: ${counts}: ${problems.length === 0 ? 'no problem.' : `${problems.length} problem(s).`}`)
process.exitCode = problems.length === 0 ? 0 : 1
