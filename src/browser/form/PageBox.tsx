import { chakra } from '@chakra-ui/react/styled-system'

/** The room of a record's page: as wide as its lines can be read, with the frame's margins. */
export const PageBox = chakra('div', {
  base: {
    width: '100%',
    maxWidth: '76rem',
    mx: 'auto',
    px: { base: '4', md: '6' },
    pt: { base: '4', md: '5' },
    flex: '1',
    display: 'flex',
    flexDirection: 'column',
    '@media print': { p: '0', maxWidth: 'none' },
  },
})
