import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ["browser"] },
    // The timeouts are guards against hanging, not limits on how slow a machine may be.
    test: {
      environment: "jsdom",
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/testing.ts"],
      isolate: false,
      testTimeout: 600_000,
      hookTimeout: 600_000,
      teardownTimeout: 600_000,
    },
  }),
);
