import type { ESTree } from 'vite'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile } from './codeFile.ts'

/** Files that play slowness or kill amid something: there a time is what is meant. What runs in a story's page names its steps. */
const playsTime = /^(\.storybook\/|tests\/(flows\/fixtures\/heldReplies|api\/fixtures\/killableServer|stories\/visit)\.ts$)/

/** Milliseconds that a poll waits at least, where it says so: the default is a minute. */
const leastPatience = 15_000

/**
 * A test that waits for a time is slow on a fast machine and fails on a slow one: it waits for what is seen. So does one that looks for
 * something for a few seconds only. Steps of a loop that looks again are no such wait.
 */
export const timedWaits: CodeCheck = {
  name: 'tests that wait for a time',
  find: files => files.filter(({ path }) => isTestFile(path) && !playsTime.test(path)).flatMap(waitsOf),
}

function waitsOf(file: CodeFile): string[] {
  const { path, text, lineAt } = file
  // Most files hold none of these words, and are not parsed.
  if (!/waitForTimeout|setTimeout|\.poll\(/.test(text)) return []
  const pauses = new Set<string>()
  const found: string[] = []
  let loops = 0
  const enter = (): void => void loops++
  const leave = (): void => void loops--
  const tell = ({ start }: ESTree.CallExpression, what: string): void => void found.push(`${path}:${lineAt(start)}: ${what}`)
  file.visit({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value !== 'node:timers/promises') return
      for (const each of specifiers)
        if (each.type === 'ImportSpecifier' && nameOf(each.imported) === 'setTimeout') pauses.add(each.local.name)
    },
    WhileStatement: enter,
    'WhileStatement:exit': leave,
    DoWhileStatement: enter,
    'DoWhileStatement:exit': leave,
    ForStatement: enter,
    'ForStatement:exit': leave,
    NewExpression: ({ callee, arguments: [executor] }) => {
      if (nameOf(callee) !== 'Promise' || executor?.type !== 'ArrowFunctionExpression' || loops > 0) return
      const call = onlyCall(executor)
      if (call && nameOf(call.callee) === 'setTimeout' && resolves(executor, call) && isTime(call.arguments[1]))
        tell(call, 'wait for what is seen')
    },
    CallExpression: call => {
      const { callee, arguments: given } = call
      if (callee.type === 'MemberExpression') {
        if (nameOf(callee.property) === 'waitForTimeout') tell(call, 'wait for what is seen')
        const patience = nameOf(callee.property) === 'poll' ? timeoutOf(given[1]) : undefined
        if (patience !== undefined && patience < leastPatience)
          tell(call, 'a busy machine takes longer: wait as long as others do')
      } else if (pauses.has(nameOf(callee) ?? '') && isTime(given[0]) && loops === 0) tell(call, 'wait for what is seen')
    },
  })
  return found
}

const nameOf = (node: ESTree.Node): string | undefined => (node.type === 'Identifier' ? node.name : undefined)

/** Returns the call of an arrow function, where it does nothing else. */
function onlyCall({ body }: ESTree.ArrowFunctionExpression): ESTree.CallExpression | undefined {
  if (body.type === 'CallExpression') return body
  const [first] = body.type === 'BlockStatement' ? body.body : []
  return first?.type === 'ExpressionStatement' && first.expression.type === 'CallExpression' ? first.expression : undefined
}

/** Tells whether the promise is kept by the time alone: what else the timer does is a bound of something. */
const resolves = ({ params: [resolve] }: ESTree.ArrowFunctionExpression, { arguments: [act] }: ESTree.CallExpression): boolean =>
  resolve !== undefined && act !== undefined && nameOf(resolve) !== undefined && nameOf(resolve) === nameOf(act)

/** A time above nothing; without one, and with 0, it is a turn of the event loop. */
const isTime = (node: ESTree.Node | undefined): boolean => node !== undefined && !(node.type === 'Literal' && node.value === 0)

function timeoutOf(node: ESTree.Node | undefined): number | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  for (const each of node.properties)
    if (each.type === 'Property' && nameOf(each.key) === 'timeout' && each.value.type === 'Literal')
      return Number(each.value.value)
  return undefined
}
