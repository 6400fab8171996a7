import { modelTypesOf } from '../expression/scope.ts'
import { Memory } from '../incremental/memory.ts'
import { Watch } from '../incremental/watch.ts'
import { outlineOf, watchedModel } from '../incremental/watchedModel.ts'
import type { Model, Register } from '../model.ts'
import type { Definitions } from '../source/definitions.ts'
import type { ProblemReport } from '../source/problemCollector.ts'
import type { Source } from '../source/source.ts'
import { Checker, pagesOf } from './checker.ts'
import type { DeclaredNames } from './declaredNames.ts'

const watch = new Watch()
/** The problems that files told, until they or what they read of others say something else. */
const told = new Memory<readonly ((report: ProblemReport) => void)[]>(watch)
const registerTexts = new Memory<string>(watch)
/** Stands for all that every check may look at: the same object as long as nothing of it differs. */
const wholes = new Memory<object>(watch)

/** Checks of a file that are not made again where neither it nor anything that they read has changed. */
export interface RememberedChecks {
  /** The Model as checks have to see it. */
  readonly seen: Model
  /** `sources`: the file that is checked, and whatever else than the Model it is checked against. */
  check(sources: readonly [Source, ...unknown[]], make: (checkerOf: (source: Source) => Checker) => void): void
}

/** Checks of a Model, which tell in the order in which they are asked for. */
export function rememberedChecks(
  { permissions }: Definitions,
  model: Model,
  names: DeclaredNames,
  report: ProblemReport,
): RememberedChecks {
  const seen = watchedModel(model, watch)
  const known = Object.values(names).map((each: ReadonlySet<string>) => [...each].join('\n'))
  const registers = Object.values(model.registers).flatMap(register => textOf(model, register))
  const whole = wholes.of('all', [...known, ...pagesOf(model), ...Object.keys(model.addresses), ...registers], () => ({}))
  const shared = permissions.map(({ source }) => source)
  const inputs = [whole, model.refinements, report.telling, ...shared]
  return {
    seen,
    check([first, ...others], make) {
      const said = told.of(first.path, [first, ...others, ...inputs], () => {
        const heard: ((report: ProblemReport) => void)[] = []
        const listening: ProblemReport = {
          telling: report.telling,
          add: (...problem) => heard.push(to => to.add(...problem)),
          leave: source => heard.push(to => to.leave(source)),
        }
        make(source => new Checker(source, seen, names, listening))
        return heard
      })
      for (const tell of said) tell(report)
    },
  }
}

/** In text: what anything may be checked against of a register, and what expressions may know of its records. */
const textOf = (model: Model, register: Register): string =>
  registerTexts.of(register.name, [register.views], () => {
    const members = Object.entries(modelTypesOf(model).rows.membersOf(register))
    return JSON.stringify([
      outlineOf(register),
      members.map(([as, { type, choices }]) => [as, type, choices?.map(({ value }) => value)]),
    ])
  })
