import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '../../controls/Icon.tsx'
import { Menu } from '../../controls/overlays/Menu.tsx'
import type { MenuGroup, MenuItem } from '../../model/model.ts'
import { useNavigate } from '../router/router.tsx'

const Button = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    minHeight: '2.5rem',
    mb: '0.5',
    borderRadius: 'md',
    color: 'fg.muted',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-expanded="true"]': { bg: 'bg.emphasized', color: 'fg' },
    '&[data-current]': { bg: 'accent.subtle', color: 'accent.fg', _hover: { bg: 'accent.subtle', color: 'accent.fg' } },
  },
})

/** A group of the folded menu: its icon, and its items beside it. */
export default function Flyout({ group, current }: { readonly group: MenuGroup; readonly current: MenuItem | undefined }) {
  const navigate = useNavigate()
  const entries = group.items.map(item => ({
    id: item.path,
    title: item.title,
    current: item === current,
    act: () => {
      navigate(item.path)
    },
  }))
  return (
    <Menu
      side="right-start"
      entries={[{ heading: group.title }, ...entries]}
      trigger={props => (
        <Button
          type="button"
          aria-label={group.title}
          data-tip={group.title}
          data-current={current ? true : undefined}
          {...props}
        >
          <Icon name={group.icon} size="1.25rem" />
        </Button>
      )}
    />
  )
}
