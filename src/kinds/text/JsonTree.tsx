import { chakra } from '@chakra-ui/react/styled-system'

const Branch = chakra('details', {
  base: {
    '& > ul': { listStyleType: 'none', ps: '4', m: '0', borderInlineStartWidth: '1px', borderColor: 'border' },
    '& > summary': { cursor: 'pointer', borderRadius: 'sm' },
  },
})

const Root = chakra('div', { base: { fontFamily: 'mono', fontSize: 'sm', overflowWrap: 'anywhere', whiteSpace: 'normal' } })

/** Levels that are open at first. */
const opened = 2

/** JSON as a tree whose branches fold. */
export const JsonTree = ({ value }: { readonly value: unknown }) => (
  <Root>
    <Node value={value} depth={0} />
  </Root>
)

interface NodeProps {
  readonly name?: string
  readonly value: unknown
  readonly depth: number
}

function Node({ name, value, depth }: NodeProps) {
  const label = name === undefined ? null : <chakra.span color="accent.fg">{name}: </chakra.span>
  if (typeof value !== 'object' || value === null)
    return (
      <span>
        {label}
        {JSON.stringify(value)}
      </span>
    )
  const members = Object.entries(value)
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (members.length === 0)
    return (
      <span>
        {label}
        {start}
        {end}
      </span>
    )
  return (
    <Branch open={depth < opened}>
      <summary>
        {label}
        <chakra.span color="fg.muted">
          {start}
          {members.length}
          {end}
        </chakra.span>
      </summary>
      <ul>
        {members.map(([key, member]) => (
          <li key={key}>
            <Node name={key} value={member} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </Branch>
  )
}
