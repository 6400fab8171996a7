import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { type ReadPath, unknownOwner } from '../expression/reads.ts'
import { readsOf } from '../expression.ts'
import type { Expression, Field, Model, Register } from '../model.ts'
import { childListNamed, fieldOf } from '../register.ts'

/** One computed field: of the record itself, or of each row of a list. */
export interface ComputeStep {
  readonly field: Field
  readonly compute: Expression
  /** The register whose record or row holds the field. */
  readonly register: Register
  /** The list whose rows hold it; absent where the record itself does. */
  readonly list?: string
  /** Names of the record that a row reads. */
  readonly parentNames: readonly string[]
  /** Whether its value hangs on the clock. */
  readonly moving: boolean
}

/** The computed fields of a record and its rows, in an order in which each finds the values that it reads. */
export interface ComputeOrder {
  readonly steps: readonly ComputeStep[]
  /** Circles: names of the fields on the way round, the first again at the end. No order can satisfy these. */
  readonly circles: readonly (readonly ComputeStep[])[]
  /** Lists of which rows hang on what the record holds: they are computed again whenever it changes. */
  readonly followingLists: ReadonlySet<string>
}

/** The source of the order: registers by name, and the reads of their expressions. */
export interface ComputeSource {
  registerOf(name: string): Register | undefined
  reads(register: Register, expression: Expression): readonly ReadPath[]
}

const orders = new WeakMap<Register, ComputeOrder>()

/** The order of a register of the Model, found once. */
export const computeOrderOf = (model: Model, register: Register): ComputeOrder =>
  memoizeByKey(orders, register, () =>
    makeComputeOrder(register, {
      registerOf: name => model.registers[name],
      reads: (owner, expression) => readsOf(model, owner.name, expression),
    }),
  )

/** Puts the computed fields of a register and of its lists in order: by what their expressions read, not as they are written. */
export function makeComputeOrder(register: Register, source: ComputeSource): ComputeOrder {
  const nodes = nodesOf(register, source)
  const steps: ComputeStep[] = []
  const circles: ComputeStep[][] = []
  const state = new Map<Node, 'open' | 'done'>()
  const visit = (node: Node, way: readonly Node[]): void => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      const round = way.slice(way.indexOf(node))
      // A field that stands in two circles is told once.
      if (!round.some(one => circles.flat().includes(one.step))) circles.push([...round, node].map(one => one.step))
      return
    }
    state.set(node, 'open')
    for (const before of nodes) if (node.reads.some(path => isRead(before.step, path, node.step))) visit(before, [...way, node])
    state.set(node, 'done')
    steps.push(node.step)
  }
  for (const node of nodes) visit(node, [])
  const following = steps.flatMap(({ list, parentNames }) => (list !== undefined && parentNames.length > 0 ? [list] : []))
  return { steps, circles, followingLists: new Set(following) }
}

interface Node {
  readonly step: ComputeStep
  readonly reads: readonly ReadPath[]
}

function nodesOf(register: Register, source: ComputeSource): Node[] {
  const own = (owner: Register, list?: string): Node[] =>
    owner.fields.flatMap((field): Node[] => {
      const { compute } = field
      if (compute === undefined) return []
      const reads = source.reads(owner, compute)
      const first = new Set(reads.map(([name]) => name))
      const parentNames = list === undefined || fieldOf(owner, 'parent') ? [] : namesOfParent(reads)
      const moving = first.has('now') || first.has('today')
      return [{ step: { field, compute, register: owner, parentNames, moving, ...(list === undefined ? {} : { list }) }, reads }]
    })
  const below = register.lists.flatMap(list => {
    const child = source.registerOf(list.register)
    return child ? own(child, list.name) : []
  })
  return [...below, ...own(register)]
}

const namesOfParent = (reads: readonly ReadPath[]): string[] => [
  ...new Set(reads.flatMap(([first, name]) => (first === 'parent' && name !== undefined ? [name] : []))),
]

/** Tells whether a chain that `reader` follows ends at a computed field. */
function isRead({ field, list }: ComputeStep, path: ReadPath, reader: ComputeStep): boolean {
  const [first, ...rest] = path
  if (first === unknownOwner) return rest[0] === field.name
  if (fieldOf(reader.register, first ?? '')) return reader.list === list && first === field.name
  if (reader.list === undefined) return list !== undefined && first === list && rest[0] === field.name
  if (first !== 'parent') return false
  const [name, member] = rest
  return list === undefined ? name === field.name : name === list && member === field.name
}

/** Where a step stands, in the words of the definition: `total`, `itens.subtotal`. */
export const nameOfStep = ({ list, field }: ComputeStep): string => (list === undefined ? field.name : `${list}.${field.name}`)

/** Tells whether the record's own computed fields hang on the rows of a list. */
export const readsList = ({ steps }: ComputeOrder, model: Model, register: Register, list: string): boolean =>
  childListNamed(register, list) !== undefined &&
  steps.some(step => step.list === undefined && readsOf(model, register.name, step.compute).some(([first]) => first === list))
