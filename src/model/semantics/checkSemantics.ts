import type { Model } from '../model.ts'
import type { Definitions, RegisterSource } from '../source/definitions.ts'
import type { ExternalNames } from '../source/externalNames.ts'
import type { ProblemCollector } from '../source/problemCollector.ts'
import type { Source } from '../source/source.ts'
import { checkKinds, checkMenu, checkMessages, checkPermissions, checkStaffRole } from './appDefinitions.ts'
import { checkAutomation } from './automation/automation.ts'
import { Checker } from './checker.ts'
import { CallContracts } from './contracts/callContracts.ts'
import { checkContracts } from './contracts/checkContracts.ts'
import { checkPlaceholders } from './contracts/placeholders.ts'
import { checkReplies } from './contracts/replies.ts'
import type { DeclaredNames } from './declaredNames.ts'
import { checkNotice } from './people/notice.ts'
import { unmarkedPersonalFields } from './people/personal.ts'
import { checkRegister } from './register.ts'
import { checkRegisterUi } from './registerUi.ts'
import { rememberedChecks } from './rememberedChecks.ts'
import { checkReports } from './report/reports.ts'
import { checkRoles } from './roles.ts'
import { checkImport, checkScreen } from './screenAndImport.ts'
import { checkPaperDocument } from './screens/paperDocument.ts'

/** Second pass over all definitions of a right shape: everything that one says of another, every expression and gate. */
export function checkSemantics(
  definitions: Definitions,
  model: Model,
  names: DeclaredNames,
  report: ProblemCollector,
  known: ExternalNames,
): void {
  const checker = (source: Source): Checker => new Checker(source, model, names, report)
  const { check, seen } = rememberedChecks(definitions, model, names, report)
  checkEffects(definitions, model, names, report, known)
  for (const source of definitions.registers.values()) {
    const own = checker(source.source)
    if (model.registers[source.name])
      check([source.source], checkerOf => {
        const register = seen.registers[source.name]
        if (register) checkRegister(checkerOf(source.source), source, register, definitions)
      })
    else leaveUnmade(own, source)
    if (known.personal) checkUnmarked(own, source)
    const { ui } = source
    if (ui)
      check([ui.source], checkerOf => {
        const register = seen.registers[source.name]
        if (register) checkRegisterUi(checkerOf(ui.source), ui.value, register)
      })
  }
  for (const { name, source, first } of definitions.twins)
    checker(source).add([], 'name-twice', `The name "${name}" is that of ${first.path} already.`)
  for (const ui of definitions.orphans) {
    if (!names.registers.has(ui.name))
      checker(ui.source).add([], 'register-unknown', `There is no register "${ui.name}" that this file could show.`, {
        word: ui.name,
        candidates: names.registers,
      })
  }
  for (const each of definitions.screens.values()) {
    check([each.source], checkerOf => {
      const made = seen.screens[each.name]
      if (made) checkScreen(checkerOf(each.source), each.value, made)
    })
  }
  for (const each of definitions.imports.values()) {
    check([each.source], checkerOf => {
      const made = seen.imports[each.name]
      if (made) checkImport(checkerOf(each.source), each.value, made)
    })
  }
  for (const each of definitions.notices.values()) {
    const made = model.notices[each.name]
    if (made) checkNotice(checker(each.source), each.value, made)
  }
  for (const each of definitions.automations.values()) {
    const made = model.automations[each.name]
    if (made) checkAutomation(checker(each.source), each.value, made)
  }
  for (const each of definitions.documents.values()) {
    const made = model.documents[each.name]
    if (made) checkPaperDocument(checker(each.source), each.value, made)
  }
  checkRoles(definitions, checker, known.roles)
  checkReports(definitions, seen, checker, check)
  if (definitions.menu) checkMenu(checker(definitions.menu.source), definitions.menu.value)
  const messages = definitions.messages.map(({ source }) => source)
  for (const file of definitions.messages)
    check([file.source, ...messages], checkerOf => checkMessages(checkerOf(file.source), file, definitions))
  for (const file of definitions.permissions) checkPermissions(checker(file.source), file, definitions)
  for (const { source, value } of definitions.roles.values()) checkStaffRole(checker(source), value)
  if (definitions.kinds) checkKinds(checker(definitions.kinds.source), definitions.kinds.value)
  checkPaths(definitions, model, checker)
  if (!known.calls) return
  const contracts = new CallContracts(known.calls, model)
  checkContracts(definitions, model, checker, contracts)
  checkPlaceholders(definitions, model, checker, contracts)
  checkReplies(definitions, checker, contracts)
}

/** A register that could not be made: the one whose rows it has is unknown, or refused and told there. */
function leaveUnmade(checker: Checker, { value }: RegisterSource): void {
  checker.register(['register', 'from', 'register'], value.register.from?.register)
  checker.leave()
}

/** Fields that look as if they were a person's: the next register must not forget to say so. */
function checkUnmarked(checker: Checker, { value }: RegisterSource): void {
  for (const path of unmarkedPersonalFields(value.properties)) {
    const message = `"${path.at(-1)}" may hold something of a person: say what by "personal", or \`false\`.`
    checker.add(path, 'personal-unsaid', message, { part: 'key' })
  }
}

/** Checks that this server has the effects that sound definitions name. */
export function checkEffects(
  definitions: Definitions,
  model: Model,
  names: DeclaredNames,
  report: ProblemCollector,
  { effects }: ExternalNames,
): void {
  if (effects === undefined) return
  for (const { source, value } of definitions.registers.values())
    value.register.effects?.forEach((name, i) => {
      const checker = new Checker(source, model, names, report)
      checker.oneOf(['register', 'effects', i], 'effect-unknown', 'effect', name, effects)
    })
}

/**
 * Addresses in the browser are unique, in any letter case. Who has one by his name keeps it before who writes it down, and a
 * register before a screen: fewer files hang on the one that is refused.
 */
function checkPaths(definitions: Definitions, model: Model, checker: (source: Source) => Checker): void {
  const taken = new Map<string, string>([['/login', 'the login']])
  const take = (path: string, name: string, source: Source, explicit: boolean): void => {
    const other = taken.get(path.toLowerCase())
    if (other === undefined) taken.set(path.toLowerCase(), name)
    else checker(source).add(explicit ? ['path'] : [], 'path-twice', `The address ${path} is that of ${other} already.`)
  }
  const registers = [...definitions.registers.values()].filter(({ name }) => model.registers[name])
  const named = registers.filter(({ ui }) => ui?.value.path === undefined)
  const addressed = registers.filter(({ ui }) => ui?.value.path !== undefined)
  for (const { name, source, ui } of [...named, ...addressed])
    take(
      model.registers[name]?.views.path ?? '',
      `the register ${name}`,
      ui?.value.path ? ui.source : source,
      ui?.value.path !== undefined,
    )
  for (const { value, name, source } of definitions.screens.values()) {
    take(value.path, `the screen ${name}`, source, true)
    for (const { path } of value.also ?? []) take(path, `the screen ${name}`, source, true)
  }
  for (const { value, name, source } of definitions.imports.values()) take(value.path, `the import ${name}`, source, true)
  for (const each of definitions.reports.values()) {
    const report = model.reports[each.name]
    if (report) take(report.path, `the report ${each.name}`, each.source, each.value.path !== undefined)
  }
}
