import type { Drill } from '../../../generated/definitions.ts'
import { scopeOfFields } from '../../expression.ts'
import { columnFields, parameterFields } from '../../report/expressionFields.ts'
import type { RowsShape } from '../../report/resultShape.ts'
import type { Report } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Checks that what is behind a figure is there, takes what it is given, and gets all that it must be asked. */
export function checkDrill(
  checker: Checker,
  path: JsonPath,
  drill: Drill | undefined,
  { columns }: RowsShape,
  page: Report,
): void {
  if (!drill) return
  const { reports, registers } = checker.model
  if ((drill.report === undefined) === (drill.register === undefined)) {
    checker.add(path, 'drill-one', 'A drill leads to exactly one of report, register.')
    return
  }
  const fields = [...parameterFields(page.parameters), ...columnFields(columns)]
  const scope = scopeOfFields(checker.model, fields)
  for (const [name, text] of Object.entries(drill.with ?? {})) checker.address([...path, 'with', name], text, scope)
  if (drill.register !== undefined) {
    const register = registers[drill.register]
    if (!register) checker.oneOf([...path, 'register'], 'register-unknown', 'register', drill.register, Object.keys(registers))
    else
      checkNames(
        checker,
        path,
        drill,
        register.fields.map(field => field.name),
        'field',
      )
    return
  }
  const report = reports[drill.report ?? '']
  if (!report) {
    checker.oneOf([...path, 'report'], 'report-unknown', 'report', drill.report ?? '', Object.keys(reports))
    return
  }
  checkNames(
    checker,
    path,
    drill,
    report.parameters.flatMap(({ fills }) => fills),
    'parameter',
  )
  const given = new Set([...page.parameters.flatMap(({ fills }) => fills), ...Object.keys(drill.with ?? {})])
  for (const { required, fills } of report.parameters)
    for (const name of required ? fills : [])
      if (!given.has(name)) checker.add([...path, 'report'], 'drill-lacks', `The report "${report.name}" needs "${name}".`)
}

function checkNames(checker: Checker, path: JsonPath, drill: Drill, known: readonly string[], what: 'field' | 'parameter'): void {
  for (const name of Object.keys(drill.with ?? {}))
    checker.oneOf([...path, 'with', name], `${what}-unknown`, what, name, known, 'key')
}
