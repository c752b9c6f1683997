import { configure } from '@testing-library/react'

// By default `waitFor` gives up after one second. These tests do not test speed, which depends on the machine.
configure({ asyncUtilTimeout: 120_000 })
