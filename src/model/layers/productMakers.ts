import { hasSureDefault } from '../field.ts'
import type { Model } from '../model.ts'
import type { Definitions } from '../source/definitions.ts'
import type { ProblemReport } from '../source/problemCollector.ts'
import type { Override } from './layerContext.ts'

/**
 * Fields that a layer demands and that a maker of records does not give: the product's own code (`made`), an import, the records of a new store. They would be refused
 * where nobody can fill them in.
 */
export function checkMakers(overrides: readonly Override[], definitions: Definitions, model: Model, report: ProblemReport): void {
  for (const { file, at, is, source, path } of overrides) {
    if (!at.startsWith('required/') || typeof is !== 'string') continue
    const found = [...definitions.registers.values()].find(each => each.source.path === file)
    const field = found && model.registers[found.name]?.fields.find(({ name }) => name === is)
    if (!found || !field || hasSureDefault(field)) continue
    const makers = makersWithout(is, found.name, definitions, model)
    if (makers.length === 0) continue
    const message = `"${is}" is not given by ${makers.join(', ')}: records would be refused there. "requiredWhen" can ask for it of some.`
    report.add(source, path, 'layer-breaks-maker', message)
  }
}

function makersWithout(field: string, name: string, { registers }: Definitions, model: Model): string[] {
  const { made = [], newStore = [] } = registers.get(name)?.value.register ?? {}
  return [
    ...made.filter(({ fields }) => !fields.includes(field)).map(({ by }) => by),
    ...(newStore.some(record => !(field in record)) ? ['the records with which a store begins'] : []),
    ...Object.values(model.imports)
      .filter(({ register, columns }) => register === name && !columns.some(column => column.name === field))
      .map(each => `the import "${each.name}"`),
  ]
}
