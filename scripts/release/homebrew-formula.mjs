/** Homebrew's names of architectures. */
const CPU = { amd64: 'intel', arm64: 'arm' };

/** Returns the formula of the executables for Homebrew on Linux. */
export function homebrewFormula({ version, homepage, executables }) {
  const platforms = executables.map(
    ({ architecture, url, sha256 }) => `  on_${CPU[architecture]} do
    url "${url}"
    sha256 "${sha256}"
  end
`,
  );
  return `class Taskpack < Formula
  desc "Cloud Native Buildpacks builds as Tekton TaskRuns or native Pods"
  homepage "${homepage}"
  version "${version}"
  license "Apache-2.0"

  depends_on :linux

${platforms.join('\n')}
  def install
    bin.install "taskpack"
    bin.install_symlink bin/"taskpack" => "kubectl-taskpack"
    bin.install_symlink bin/"taskpack" => "kubectl_complete-taskpack"
    generate_completions_from_executable(bin/"taskpack", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/taskpack version")
  end
end
`;
}
